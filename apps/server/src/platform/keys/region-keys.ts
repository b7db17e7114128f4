import { createHmac } from "node:crypto";
import { createChainKey, padChainKey, type AuditKeys, type ChainKey } from "../audit/audit-log.ts";
import type { AuditEpoch } from "../audit/verify-audit.ts";
import { deriveKey, fingerprintKey, type MasterKey } from "../crypto/master-key.ts";
import { createSealer, sealWith, tryToOpen, type Sealer } from "../crypto/seal.ts";
import type { Database } from "../database/open-database.ts";
import { findContinuingKey } from "./continuing-key.ts";
import { insertFirstKey, selectKeyRecords, type KeyRecord } from "./key-records.ts";
import { MasterKeyError, type MasterKeys } from "./master-keys.ts";

/** The keys of one region: which of the installation's master keys is in use there is in its database. */
export interface RegionKeys extends AuditKeys {
  readonly sealer: Sealer;
  /** HMACs of something that must be compared later but not kept; the first is the present key's. */
  digests(text: string): readonly [string, ...string[]];
  /** The master key in use; the newest that was given until the region has been opened. */
  active(): MasterKey;
  /** What the database says of the keys, as it was read last; the oldest first. */
  records(): readonly KeyRecord[];
  /**
   * Reads which key is in use, and makes the newest the first one of a region without data.
   *
   * @throws MasterKeyError where it is none of those that this process was given.
   */
  reload(db: Database): Promise<void>;
  /** All keys that the region's audit log was written under, the oldest first. */
  epochs(db: Database): Promise<readonly AuditEpoch[]>;
}

interface Derived {
  readonly fingerprint: string;
  readonly master: MasterKey;
  readonly seal: Buffer;
  readonly digest: Buffer;
  readonly chain: ChainKey;
}

interface State {
  readonly records: readonly KeyRecord[];
  readonly active: Derived;
  /** All others that were given. */
  readonly others: readonly Derived[];
  /** Those of them that still open what was sealed before: none that was retired. */
  readonly openers: readonly Derived[];
}

export function createRegionKeys(
  region: string,
  masterKeys: MasterKeys,
  now: () => Date,
): RegionKeys {
  let state = makeState([], masterKeys.newest());

  function makeState(records: readonly KeyRecord[], master: MasterKey): State {
    const active = derive(master);
    const others = masterKeys
      .list()
      .map(derive)
      .filter(({ fingerprint }) => fingerprint !== active.fingerprint);
    const retired = records.filter((record) => record.state === "retired");
    const openers = others.filter(
      ({ fingerprint }) => !retired.some((record) => record.fingerprint === fingerprint),
    );
    return { records, active, others, openers };
  }

  async function reload(db: Database): Promise<void> {
    let records = await selectKeyRecords(db);
    if (records.length === 0) {
      const first = (await findContinuingKey(db, region, masterKeys)) ?? masterKeys.newest();
      await insertFirstKey(db, fingerprintKey(first), now());
      records = await selectKeyRecords(db);
    }
    const active = records.find((record) => record.state === "active");
    const master = masterKeys.find(active?.fingerprint ?? "");
    if (master === null) throw wrongKey(region, active?.fingerprint ?? "none", masterKeys);
    state = makeState(records, master);
  }

  function toEpoch({ fingerprint, state: keyState, chainKey }: KeyRecord): AuditEpoch {
    const given = masterKeys.find(fingerprint);
    const kept =
      chainKey === null ? null : tryToOpen(state.active.seal, chainKey, placeOf(fingerprint));
    const key =
      given !== null ? createChainKey(given) : padChainKey(Buffer.from(kept ?? "", "hex"));
    return { key, isRetired: keyState === "retired" };
  }

  return {
    sealer: createSealer(() => ({
      active: state.active.seal,
      others: state.openers.map(({ seal }) => seal),
    })),
    digests: (text) => [
      digestUnder(state.active, text),
      ...state.others.map((key) => digestUnder(key, text)),
    ],
    active: () => state.active.master,
    records: () => state.records,
    current() {
      const { fingerprint, chain } = state.active;
      return { fingerprint, key: chain, follows: state.records.map((each) => each.fingerprint) };
    },
    reload,
    async epochs(db) {
      await reload(db);
      return state.records.map(toEpoch);
    },
  };
}

/** The key of a chain, sealed under another master key, so that the log can be verified without its own. */
export function sealChainKey(under: MasterKey, fingerprint: string, chainKey: string): string {
  return sealWith(deriveKey(under, "seal"), chainKey, placeOf(fingerprint));
}

export function openChainKey(
  under: MasterKey,
  { fingerprint, chainKey }: KeyRecord,
): string | null {
  return tryToOpen(deriveKey(under, "seal"), chainKey ?? "", placeOf(fingerprint));
}

function placeOf(fingerprint: string): string {
  return `master-key:${fingerprint}`;
}

function derive(master: MasterKey): Derived {
  return {
    fingerprint: fingerprintKey(master),
    master,
    seal: deriveKey(master, "seal"),
    digest: deriveKey(master, "digest"),
    chain: createChainKey(master),
  };
}

function digestUnder({ digest }: Derived, text: string): string {
  return createHmac("sha256", digest).update(text).digest("hex");
}

/** What an operator reads who gave another key than the region's. */
function wrongKey(region: string, fingerprint: string, masterKeys: MasterKeys): MasterKeyError {
  const given = masterKeys.list().map(fingerprintKey).join(", ");
  return new MasterKeyError(
    `Region ${region} is used with the master key of fingerprint ${fingerprint}; ${masterKeys.source} holds ${given}. Nothing was changed. Bring back the key that was there before; during a rotation, give every process both keys. "The master key" in docs/operators-guide.md says more.`,
  );
}
