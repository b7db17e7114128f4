import { sql } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import type { Database } from "./open-database.ts";

export interface SchemaMigration extends Migration {
  /** For a contract migration: the first version whose code does not use what it removes. */
  readonly unusedSince?: string;
}

/** By name, which begins with a number and gives the order. */
export type Migrations = Readonly<Record<string, SchemaMigration>>;

/** A schema that this version cannot work with; the message says what to do. */
export class SchemaError extends Error {}

/**
 * Whether a migration removes something that an older version may use. The phase is part of the
 * name, which the database stores, so that a version can read it for migrations that it does not
 * know.
 */
export function isContract(name: string): boolean {
  return name.endsWith(".contract");
}

/**
 * Migrates a database to the newest schema. Nodes that start together wait for one another. A newer
 * schema is left unchanged if it only added something.
 *
 * @throws SchemaError if a newer migration removed something or is unknown to this product.
 */
export async function migrate(
  db: Database,
  migrations: Migrations,
  /** The last one to apply. The newest by default. */
  last?: string,
): Promise<string[]> {
  for (;;) {
    const present = await listMigrations(db);
    const all = { ...migrations, ...standIns(present, migrations) };
    // The usual case. The migrator would read the whole catalog to find that out.
    if (last === undefined && Object.keys(all).length === present.length) return [];
    const migrator = createMigrator(db, all);
    const { error, results } = await (last === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(last));
    if (error === undefined) return (results ?? []).map((result) => result.migrationName);
    // Another node, possibly of a newer version, was faster, so the state is read again.
    if ((await listMigrations(db)).length > present.length) continue;
    throw new Error("The database could not be brought to this version's schema.", {
      cause: error,
    });
  }
}

function createMigrator(db: Database, migrations: Migrations): Migrator {
  return new Migrator({
    // Does not convert the names of the migrator's own tables.
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: "schema_migration",
    migrationLockTableName: "schema_migration_lock",
  });
}

/** The migrator requires every applied migration, so unknown ones get placeholders. */
function standIns(present: readonly string[], migrations: Migrations): Migrations {
  const ahead = listAhead(present, Object.keys(migrations));
  const stranger = ahead.find((name) => Object.keys(migrations).some((known) => known > name));
  if (stranger !== undefined) {
    throw new SchemaError(
      `The database was not made by this program: its schema has ${stranger}, which no version before this one had. Name another database.`,
    );
  }
  const contract = ahead.find(isContract);
  if (contract !== undefined) {
    throw new SchemaError(
      `The database belongs to a newer version: ${contract} took away what this one uses. Start the newer version, or restore a backup of before into an empty database.`,
    );
  }
  const standIn: Migration = {
    up: () => Promise.reject(new Error("Only the newer version can carry this migration out.")),
  };
  return Object.fromEntries(ahead.map((name) => [name, standIn]));
}

/** The applied migrations of a database that this version does not know. */
export function listAhead(present: readonly string[], known: readonly string[]): string[] {
  return present.filter((name) => !known.includes(name));
}

/** The applied migrations of a database in order. Empty for a new one. */
export async function listMigrations(db: Database): Promise<string[]> {
  const plain = db.withoutPlugins();
  const known = await sql<{
    found: string | null;
  }>`select to_regclass('schema_migration')::text as found`.execute(plain);
  if (known.rows[0]?.found === null) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from schema_migration order by name`.execute(plain);
  return rows.map(({ name }) => name);
}
