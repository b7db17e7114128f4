/** The name in a ledger for a request without a credential. */
export const nobody = "nobody";

/** Something that a scan made in the target. */
export interface LedgerEntry {
  /** Counts from 1. */
  readonly number: number;
  /** The name of the identity that made it, or `nobody`. */
  readonly identity: string;
  /** The operation that made it: `POST /reviews`. */
  readonly operation: string;
  /** The path of the item; null until the target has answered. */
  readonly path: string | null;
  /** `pending` before the answer: the item may exist. */
  readonly state: "pending" | "created" | "notCreated" | "removed" | "left";
}

/** Keeps what a scan creates, before it is created, so that a killed scan can be cleaned up. */
export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  /** Resolves when the entry is stored. */
  begin(identity: string, operation: string): Promise<number>;
  set(number: number, change: Partial<Pick<LedgerEntry, "path" | "state">>): Promise<void>;
}

/** @param store - writes an entry where it survives the process; by default nowhere */
export function createLedger(
  earlier: readonly LedgerEntry[] = [],
  store: (entry: LedgerEntry) => Promise<void> = () => Promise.resolve(),
): Ledger {
  const entries = [...earlier];
  return {
    entries,
    async begin(identity, operation) {
      const number = entries.length + 1;
      const entry = { number, identity, operation, path: null, state: "pending" } as const;
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
