import { sql } from "kysely";
import { migrate } from "../../platform/database/migrate.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { migrations } from "../migrations.generated.ts";
import { loadFixture } from "./load-fixture.ts";

/** Brings a database through these versions one by one, and uses it at each: every table gets rows. */
export async function fillDatabase(
  db: Database,
  passed: readonly string[] = Object.keys(migrations),
): Promise<void> {
  for (const name of passed) {
    await migrate(db, migrations, name);
    await writeRows(db, (await loadFixture(name)).rows);
  }
}

async function writeRows(db: Database, rows: string): Promise<void> {
  const statements = rows.split(/;\s*$/m).filter((statement) => statement.trim() !== "");
  for (const statement of statements) await sql.raw(statement).execute(db);
}
