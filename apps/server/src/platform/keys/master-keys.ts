import { fingerprintKey, type MasterKey } from "../crypto/master-key.ts";

/** The master keys that this process has been given, the newest first. */
export interface MasterKeys {
  /** What an operator knows them by: a setting, or a file. */
  readonly source: string;
  list(): readonly MasterKey[];
  newest(): MasterKey;
  find(fingerprint: string): MasterKey | null;
  /** Keeps a key that was made for a first start; called before it protects anything. */
  save(): Promise<void>;
  /** Makes a new one and keeps it; null where the keys are a setting, which only the operator changes. */
  readonly add: (() => Promise<MasterKey>) | null;
}

/** Keeps a new key in front of those that are there already. */
export type KeepKeys = (keys: readonly MasterKey[]) => Promise<void>;

export function createMasterKeys(
  given: readonly [MasterKey, ...MasterKey[]],
  source: string,
  addition: { make(): MasterKey; keep: KeepKeys; isUnkept?: boolean } | null = null,
): MasterKeys {
  let keys = given;
  let saving: Promise<void> | null = null;
  const save = async () => {
    if (addition?.isUnkept === true) await addition.keep(keys);
  };
  return {
    source,
    list: () => keys,
    newest: () => keys[0],
    find: (fingerprint) => keys.find((key) => fingerprintKey(key) === fingerprint) ?? null,
    save: () =>
      (saving ??= save().catch((error: unknown) => {
        saving = null;
        throw error;
      })),
    add:
      addition === null
        ? null
        : async () => {
            const key = addition.make();
            await addition.keep([key, ...keys]);
            keys = [key, ...keys];
            return key;
          },
  };
}

/** A master key that does not fit what is stored; the message says what to do. */
export class MasterKeyError extends Error {}
