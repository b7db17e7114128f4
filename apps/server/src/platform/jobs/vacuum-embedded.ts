import { sql } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { Schedule } from "./schedules.ts";

/**
 * Frees the room of deleted and replaced rows of an embedded database, table by table, so that calls
 * are answered in between. A PostgreSQL server does that by itself (autovacuum); the embedded engine
 * has no background processes, and without this its files only grow.
 */
export const vacuumSchedule: Schedule = {
  name: "vacuum",
  cron: "*/10 * * * *",
  timeZone: "UTC",
  async run(db, signal) {
    for (const table of await selectTables(db)) {
      if (signal.aborted) return;
      await sql`vacuum ${sql.id("public", table)}`.execute(db);
    }
  },
};

async function selectTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' order by tablename`.execute(db);
  return rows.map(({ name }) => name);
}
