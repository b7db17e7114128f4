import { sql } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import type { Database } from "./open-database.ts";

export interface SchemaMigration extends Migration {
  /** Of a contract migration: the first version of which no code uses what it takes away. */
  readonly unusedSince?: string;
}

/** By name, which leads with a number: the order. */
export type Migrations = Readonly<Record<string, SchemaMigration>>;

/** A schema that this version cannot work with; the message says what to do. */
export class SchemaError extends Error {}

/**
 * Whether a migration takes away what an older version may still use. The phase is part of the name,
 * and so of what the database remembers: a version that has never heard of a migration can tell.
 */
export function isContract(name: string): boolean {
  return name.endsWith(".contract");
}

/**
 * Brings a database to the newest schema; nodes that start together wait for one another. A schema
 * that is ahead of this version is left as it is, where it only grew.
 *
 * @throws SchemaError where what is ahead took something away, or belongs to another history.
 */
export async function migrate(
  db: Database,
  migrations: Migrations,
  /** The last one to apply; the newest unless given. */
  last?: string,
): Promise<string[]> {
  for (;;) {
    const present = await listMigrations(db);
    const all = { ...migrations, ...standIns(present, migrations) };
    // Almost every start: the migrator would read the whole catalogue to find that out.
    if (last === undefined && Object.keys(all).length === present.length) return [];
    const migrator = createMigrator(db, all);
    const { error, results } = await (last === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(last));
    if (error === undefined) return (results ?? []).map((result) => result.migrationName);
    // Another node, of a newer version perhaps, was faster: look again at what it left.
    if ((await listMigrations(db)).length > present.length) continue;
    throw new Error("The database could not be brought to this version's schema.", {
      cause: error,
    });
  }
}

function createMigrator(db: Database, migrations: Migrations): Migrator {
  return new Migrator({
    // Names of the migrator's own tables are not columns of ours to rename.
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: "schema_migration",
    migrationLockTableName: "schema_migration_lock",
  });
}

/** The migrator refuses to work without those that were carried out: these stand for the unknown. */
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

/** What a database has seen of which a version knows nothing. */
export function listAhead(present: readonly string[], known: readonly string[]): string[] {
  return present.filter((name) => !known.includes(name));
}

/** The migrations that a database has seen, in their order; none where it is new. */
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
