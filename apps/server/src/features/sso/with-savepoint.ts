import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";

/** Runs a step of a transaction; if it fails, what it wrote is taken back and the transaction goes on. */
export async function withSavepoint<T>(trx: Database, step: () => Promise<T>): Promise<T> {
  await sql`savepoint step`.execute(trx);
  try {
    const made = await step();
    await sql`release savepoint step`.execute(trx);
    return made;
  } catch (error) {
    await sql`rollback to savepoint step`.execute(trx);
    throw error;
  }
}
