import { isTransient } from "./database-error.ts";
import type { Database } from "./open-database.ts";

const maxAttempts = 4;

/** Runs a change, and runs it again from its start if it lost against another transaction. */
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

/** Reads one snapshot with several statements, independent of concurrent writes. */
export async function atOneInstant<T>(
  db: Database,
  read: (instant: Database) => Promise<T>,
): Promise<T> {
  // An open transaction has its own snapshot.
  if (db.isTransaction) return read(db);
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(read);
}
