import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { listTables } from "../platform/backup/backup-tables.ts";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
} from "../platform/database/open-database.ts";
import { buildTestApp } from "../testing/test-app.ts";
import { makeEmptyDatabase } from "../testing/test-database.ts";
import { migrations } from "./migrations.generated.ts";
import { fillDatabase } from "./testing/fill-database.ts";
import { loadFixture } from "./testing/load-fixture.ts";

const names = Object.keys(migrations);
const newest = 5;
// The rows of each version pass through every later migration while a newer database is filled, so that only some
// of the older versions need an upgrade of their own.
const tried = names.filter((_, at) => at % 6 === 0 || at >= names.length - newest);

describe.each(tried)("a database of %s", (name) => {
  it("is brought to the newest schema, and used with all that was in it", async () => {
    const passed = names.slice(0, names.indexOf(name) + 1);
    const sharedLocation = await makeDatabaseAt(passed);
    const testApp = await buildTestApp({ name: `upgrade_${name}`, sharedLocation });
    try {
      await testApp.cells.eu.open();
      for (const done of passed) await (await loadFixture(done)).prove(testApp);
    } finally {
      await testApp.close();
    }
  });
});

/** A database that went through these versions one by one, and was used at each. */
async function makeDatabaseAt(passed: readonly string[]): Promise<DatabaseLocation> {
  const location = await makeEmptyDatabase(`upgrade_${passed.length}`);
  const { db, dump, close } = await openDatabase(location);
  try {
    await fillDatabase(db, passed);
    expect(await listEmptyTables(db), "tables without a row in any fixture").toEqual([]);
    return location.engine === "server" ? location : { ...location, snapshot: await dump() };
  } finally {
    await close();
  }
}

async function listEmptyTables(db: Database): Promise<string[]> {
  const unlogged = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relpersistence = 'u' and relnamespace = current_schema()::regnamespace`.execute(
    db,
  );
  const empty: string[] = [];
  for (const { name } of [...(await listTables(db)), ...unlogged.rows]) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(
      db.withoutPlugins(),
    );
    if (rows.length === 0) empty.push(name);
  }
  return empty;
}
