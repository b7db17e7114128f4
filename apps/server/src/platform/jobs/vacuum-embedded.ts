import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Upkeep } from "./job.types.ts";
import type { Database } from "../database/open-database.ts";

const intervalMs = 10 * 60_000;

/**
 * Frees the room of deleted and replaced rows of an embedded database, table by table, so that calls
 * are answered in between. A PostgreSQL server does that by itself (autovacuum); the embedded engine
 * has no background processes, and without this its files only grow.
 */
export function vacuumUpkeep(clock: Clock): Upkeep {
  let sweptAt = -Infinity;
  return {
    kind: "vacuum",
    async sweep(db) {
      if (clock.monotonic() - sweptAt < intervalMs) return;
      sweptAt = clock.monotonic();
      for (const table of await selectTables(db))
        await sql`vacuum ${sql.id("public", table)}`.execute(db);
    },
  };
}

async function selectTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' order by tablename`.execute(db);
  return rows.map(({ name }) => name);
}
