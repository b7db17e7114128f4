/** The name in a ledger for a request without a credential. */
export const nobody = "nobody";

/** Something that a scan made or changed in the target. */
export interface LedgerEntry {
  /** Counts from 1. */
  readonly number: number;
  /** The name of the identity that made or changed it, or `nobody`. */
  readonly identity: string;
  /** The operation: `POST /reviews` for what was made, `PATCH /me` for what was changed. */
  readonly operation: string;
  /** The path of the item; null until the target has answered. */
  readonly path: string | null;
  /**
   * - `pending`: before the answer; the item may exist.
   * - `created`, and then `removed`; `notCreated` where the target refused it.
   * - `left`: it could not be deleted, or the record that was changed is not restored yet. A restored
   *   record is `removed`, too.
   */
  readonly state: "pending" | "created" | "notCreated" | "removed" | "left";
}

/** What a scan leaves in the target. */
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
