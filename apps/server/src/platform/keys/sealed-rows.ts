import type { Sealer } from "../crypto/seal.ts";
import { yieldToEventLoop } from "../database/yield-to-event-loop.ts";
import type { Database } from "../database/open-database.ts";
import { nilUuid } from "../uuid.ts";

/**
 * A table with sealed text in it. Every feature names its own: a rotation of the master key brings over
 * what is named, and nothing else.
 */
export interface SealedRows {
  readonly table: string;
  /**
   * Seals again what is not sealed under the present key, a batch at a time. `lost` counts what no key
   * opens, which is left as it is.
   */
  sealAgain(db: Database, sealer: Sealer, signal: AbortSignal): Promise<{ lost: number }>;
  /**
   * Removes the sealed texts where no key opens them: of a backup that is restored under another
   * master key. A table without it is of no use then, and left out as a whole.
   */
  readonly dropSealed?: (db: Database) => Promise<void>;
}

/** How a table is read and written while its rows are sealed again. */
interface SealedTable<Row> extends Pick<SealedRows, "table" | "dropSealed"> {
  readonly idOf: (row: Row) => string;
  /** The next rows by id, after a given id. */
  selectBatch(db: Database, after: string): Promise<Row[]>;
  /** Seals one row again, and returns how many of its texts no key opens. */
  sealRow(db: Database, sealer: Sealer, row: Row): Promise<number>;
}

/** Goes through a table by id, a batch at a time, and lets other statements run after each row. */
export function sealedRows<Row>(of: SealedTable<Row>): SealedRows {
  return {
    ...of,
    async sealAgain(db, sealer, signal) {
      let lost = 0;
      let after = nilUuid;
      while (!signal.aborted) {
        const rows = await of.selectBatch(db, after);
        for (const row of rows) {
          lost += await of.sealRow(db, sealer, row);
          await yieldToEventLoop();
        }
        const last = rows.at(-1);
        if (last === undefined) break;
        after = of.idOf(last);
      }
      return { lost };
    },
  };
}

/** Sealed text under the present key; null where no key opens it. */
export function trySealAgain(sealer: Sealer, sealed: string, place: string): string | null {
  try {
    return sealer.sealAgain(sealed, place);
  } catch {
    return null;
  }
}
