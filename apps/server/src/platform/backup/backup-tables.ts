import { sql } from "kysely";
import type { Database } from "../database/open-database.ts";

/** A table as the database's own catalogue describes it. */
export interface SchemaTable {
  readonly name: string;
  readonly columns: readonly SchemaColumn[];
}

export interface SchemaColumn {
  readonly name: string;
  /** The engine's own name of the type, such as `timestamp(3) with time zone`. */
  readonly type: string;
}

interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * The product's own tables, those that others refer to first. Not among them: what the migrator
 * keeps for itself, and unlogged tables, which are empty after a crash as well.
 */
export async function listTables(db: Database): Promise<SchemaTable[]> {
  const { rows } = await sql<{ table_name: string; column_name: string; type: string }>`
    select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relname not like 'schema_migration%'
    order by c.relname, a.attnum`.execute(db.withoutPlugins());
  const byTable = Map.groupBy(rows, (row) => row.table_name);
  const tables = Array.from(byTable, ([name, columns]): SchemaTable => ({
    name,
    columns: columns.map(({ column_name, type }) => ({ name: column_name, type })),
  }));
  return sortByReference(tables, await listReferences(db));
}

async function listReferences(db: Database): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as "from", confrelid::regclass::text as "to"
    from pg_constraint where contype = 'f' and conrelid <> confrelid`.execute(db.withoutPlugins());
  return rows;
}

function sortByReference(
  tables: readonly SchemaTable[],
  references: readonly Reference[],
): SchemaTable[] {
  const sorted = new Map<string, SchemaTable>();
  const byName = new Map(tables.map((table) => [table.name, table]));
  const place = (table: SchemaTable): void => {
    if (sorted.has(table.name)) return;
    for (const { from, to } of references) {
      const before = from === table.name ? byName.get(to) : undefined;
      if (before !== undefined) place(before);
    }
    sorted.set(table.name, table);
  };
  tables.forEach(place);
  return [...sorted.values()];
}
