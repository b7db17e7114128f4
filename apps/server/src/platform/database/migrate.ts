import { Migrator, type Migration } from "kysely/migration";
import type { Database } from "./open-database.ts";

/** Brings a database to the newest schema; nodes that start together wait for one another. */
export async function migrate(
  db: Database,
  migrations: Readonly<Record<string, Migration>>,
  /** The last one to apply; the newest unless given. */
  last?: string,
): Promise<string[]> {
  const migrator = new Migrator({
    // Names of the migrator's own tables are not columns of ours to rename.
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: "schema_migration",
    migrationLockTableName: "schema_migration_lock",
  });
  const { error, results } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last));
  if (error !== undefined) {
    throw new Error("The database could not be brought to this version's schema.", {
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
}
