import { isTransient } from "./database-error.ts";
import type { Database } from "./open-database.ts";

const maxAttempts = 4;

/** Runs a change; one that lost against another transaction is run again from its start. */
export async function inTransaction<T>(
  db: Database,
  change: (trx: Database) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(change);
    } catch (error) {
      if (!isTransient(error) || attempt === maxAttempts) throw error;
    }
  }
}

/** Reads with several statements what was true at one instant, whatever is written meanwhile. */
export async function atOneInstant<T>(
  db: Database,
  read: (instant: Database) => Promise<T>,
): Promise<T> {
  // A transaction that is under way decides itself what it sees.
  if (db.isTransaction) return read(db);
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(read);
}
