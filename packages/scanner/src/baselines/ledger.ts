/** The name in a ledger for a request without a credential. */
export const nobody = "nobody";

/** A record that a scan created or changed in the target. */
export interface LedgerEntry {
  /** Counts from 1. */
  readonly number: number;
  /** The identity that sent the request; `nobody` where it had no credential. */
  readonly identity: string;
  /** The operation that created it, such as `POST /reviews`, or changed it, such as `PATCH /me`. */
  readonly operation: string;
  /** The path of the item; null until the target has answered. */
  readonly path: string | null;
  /**
   * - `pending`: a creation without an answer; the record may exist.
   * - `created`: the record exists. `notCreated`: the target refused it.
   * - `removed`: the record is deleted, or its former values are restored.
   * - `left`: the record could not be deleted, or is not restored.
   */
  readonly state: "pending" | "created" | "notCreated" | "removed" | "left";
}

/** The records that a scan has not deleted or restored. */
export const listLeft = (entries: readonly LedgerEntry[]): readonly LedgerEntry[] =>
  entries.filter(({ state }) => state !== "removed" && state !== "notCreated");

type EntryChange = Partial<Pick<LedgerEntry, "path" | "state">>;

/** Keeps what a scan creates, before it is created, so that a killed scan can be cleaned up. */
export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  /** Resolves when the entry is stored. */
  begin(identity: string, operation: string, first?: EntryChange): Promise<number>;
  set(number: number, change: EntryChange): Promise<void>;
}

/** @param store - writes an entry where it survives the process; by default nowhere */
export function createLedger(
  earlier: readonly LedgerEntry[] = [],
  store: (entry: LedgerEntry) => Promise<void> = () => Promise.resolve(),
): Ledger {
  const entries = [...earlier];
  return {
    entries,
    async begin(identity, operation, first = {}) {
      const number = entries.length + 1;
      const pending = { number, identity, operation, path: null, state: "pending" } as const;
      const entry: LedgerEntry = { ...pending, ...first };
      entries.push(entry);
      await store(entry);
      return number;
    },
    async set(number, change) {
      const before = entries[number - 1];
      if (before === undefined) return;
      const entry = { ...before, ...change };
      entries[number - 1] = entry;
      await store(entry);
    },
  };
}
