import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { makeSharedDatabase } from "../../testing/test-database.ts";
import { readCode } from "./database-error.ts";
import { openDatabase, type Database } from "./open-database.ts";

const location = await makeSharedDatabase("broken_connection");

async function breakOwnConnection(trx: Database, other: Database): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(other);
  // The connection ends while no statement is running.
  await new Promise((resolve) => setTimeout(resolve, 50));
}

describe.skipIf(location === null)("a connection that breaks inside a transaction", () => {
  it("fails the transaction as an outage, but not the process or later statements", async () => {
    if (location === null) return;
    const { db, close } = await openDatabase(location);
    try {
      const failure = await db
        .transaction()
        .execute(async (trx) => {
          await breakOwnConnection(trx, db);
          await sql`select 1`.execute(trx);
        })
        .catch((error: unknown) => error);
      expect(readCode(failure)).toMatch(/^(08006|57P01)$/);
      const { rows } = await sql`select 1 as one`.execute(db);
      expect(rows).toEqual([{ one: 1 }]);
    } finally {
      await close();
    }
  });
});
