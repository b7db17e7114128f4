import { sql } from "kysely";
import { readCode } from "../database/database-error.ts";
import { listMigrations, migrate } from "../database/migrate.ts";
import type { Database } from "../database/open-database.ts";
import type { SealedRows } from "../keys/sealed-rows.ts";
import { BackupError, type BackupRow, type BackupTable } from "./backup-format.ts";
import { listTables, type SchemaTable } from "./backup-tables.ts";
import type { CheckedBackup, RestoreOptions } from "./check-backup.ts";
import { broken, readBackup } from "./read-backup.ts";

/** Rows that one statement writes, and characters of them. */
const maxRows = 500;
const maxCharacters = 16 * 1024 * 1024;

export interface RestoreSummary {
  readonly tables: number;
  readonly rows: number;
  /** Secrets that were left out, and the audit log that can no longer be verified. */
  readonly isUnderAnotherKey: boolean;
}

interface WithSealed {
  /** The tables with sealed texts in them, which nothing opens under another master key. */
  readonly sealed: readonly SealedRows[];
}

/**
 * Writes a checked backup into an empty database, of either engine, in one transaction: all of it or
 * nothing. A backup of an older schema is restored at that schema and then brought to this one's.
 * The file brings values alone: tables, columns and types are the schema's.
 *
 * @throws BackupError where the database is not empty, or the file is not what was checked.
 */
export async function restoreBackup(
  db: Database,
  file: string,
  backup: CheckedBackup,
  { migrations, sealed }: Pick<RestoreOptions, "migrations"> & WithSealed,
): Promise<RestoreSummary> {
  const { isUnderAnotherKey } = backup;
  const closed = isUnderAnotherKey ? sealed : [];
  await prepareSchema(db, backup, migrations);
  const counts = await db
    .transaction()
    .execute(async (trx) => {
      const written = await writeTables(trx, file, backup, closed);
      for (const rows of closed) await rows.dropSealed?.(trx);
      return written;
    })
    .catch((error: unknown) => {
      throw isBadValue(error) ? broken(file, `a value does not fit (${error.message})`) : error;
    });
  await migrate(db, migrations);
  // Numbers of events that the backup does not have are taken again.
  await sql`update audit_head set event_epoch = gen_random_uuid()`.execute(db);
  return { ...counts, isUnderAnotherKey };
}

/** Data exceptions and violated constraints (PostgreSQL's SQLSTATE classes 22 and 23). */
function isBadValue(error: unknown): error is Error {
  return /^2[23]/.test(readCode(error) ?? "");
}

/** Makes the schema that the backup was made at, in a database that holds nothing yet. */
async function prepareSchema(
  db: Database,
  { header }: CheckedBackup,
  migrations: RestoreOptions["migrations"],
): Promise<void> {
  const present = await listMigrations(db);
  const beyond = present.filter((name) => !header.migrations.includes(name));
  if (beyond.length > 0) {
    throw new BackupError(
      "The database has a newer schema than the backup; restore into a new one.",
    );
  }
  await migrate(db, migrations, header.migrations.at(-1));
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select from organization) as found`.execute(db);
  if (rows[0]?.found === true) {
    throw new BackupError("The region holds organizations already; restore into an empty one.");
  }
}

async function writeTables(
  trx: Database,
  file: string,
  { signedBy }: CheckedBackup,
  closed: readonly SealedRows[],
): Promise<{ tables: number; rows: number }> {
  const schema = new Map((await listTables(trx)).map((table) => [table.name, table]));
  // What the product's triggers keep (versions, for one) is in the rows themselves.
  await setTriggers(trx, schema.keys(), "disable");
  const leftOut = closed.filter(({ dropSealed }) => dropSealed === undefined);
  const sink = createRowSink(
    trx,
    leftOut.map(({ table }) => table),
  );
  const missing = new Set(schema.keys());
  for await (const line of readBackup(file, signedBy)) {
    if (isRow(line)) {
      if (!(await sink.add(line))) throw broken(file, "a row does not fit its table");
    } else if (line.kind === "table") {
      const table = schema.get(line.name);
      if (table === undefined || !missing.delete(line.name))
        throw broken(file, "it holds a table that its schema does not have, or one twice");
      await sink.begin(orderColumns(file, table, line));
    }
  }
  await sink.flush();
  if (missing.size > 0) throw broken(file, `it lacks the table ${[...missing].join(", ")}`);
  // References within a table are checked at the end, and a table with open checks cannot be altered.
  await sql`set constraints all immediate`.execute(trx);
  await setTriggers(trx, schema.keys(), "enable");
  return { tables: schema.size, rows: sink.rows };
}

function isRow(line: unknown): line is BackupRow {
  return Array.isArray(line);
}

/** The schema's columns in the order of the file's values. */
function orderColumns(file: string, table: SchemaTable, line: BackupTable): SchemaTable {
  const names = line.columns.map((column) => (typeof column === "string" ? column : column.name));
  const columns = names.flatMap((name) => table.columns.filter((column) => column.name === name));
  const isSame = columns.length === names.length && new Set(columns).size === table.columns.length;
  if (!isSame) throw broken(file, "it holds columns that its schema does not have");
  return { name: table.name, columns };
}

async function setTriggers(
  trx: Database,
  tables: Iterable<string>,
  action: "enable" | "disable",
): Promise<void> {
  for (const table of tables)
    await sql`alter table ${sql.table(table)} ${sql.raw(action)} trigger user`.execute(
      trx.withoutPlugins(),
    );
}

interface RowSink {
  readonly rows: number;
  begin(table: SchemaTable): Promise<void>;
  /** Gives false where the row is not one of the table's. */
  add(row: BackupRow): Promise<boolean>;
  flush(): Promise<void>;
}

function createRowSink(trx: Database, leftOut: readonly string[]): RowSink {
  let table: SchemaTable | null = null;
  let batch: BackupRow[] = [];
  let characters = 0;
  let rows = 0;
  const flush = async (): Promise<void> => {
    const full = batch;
    batch = [];
    characters = 0;
    if (table === null || full.length === 0 || leftOut.includes(table.name)) return;
    await insertRows(trx, table, full);
    rows += full.length;
  };
  return {
    get rows() {
      return rows;
    },
    flush,
    async begin(next) {
      await flush();
      table = next;
    },
    async add(row) {
      if (row.length !== table?.columns.length || !row.every(isValue)) return false;
      batch.push(row);
      for (const value of row) characters += value?.length ?? 0;
      if (batch.length === maxRows || characters >= maxCharacters) await flush();
      return true;
    },
  };
}

function isValue(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

/** One array a column, so that a statement has few parameters however many rows it writes. */
async function insertRows(
  trx: Database,
  table: SchemaTable,
  rows: readonly BackupRow[],
): Promise<void> {
  const arrays = table.columns.map(
    (_, at) => sql`${sql.val(rows.map((row) => row[at] ?? null))}::text[]`,
  );
  const aliases = table.columns.map((_, at) => sql.raw(`c${at}`));
  // The type is the catalogue's own text, never the file's.
  const values = table.columns.map(({ type }, at) => sql`${sql.raw(`c${at}`)}::${sql.raw(type)}`);
  await sql`insert into ${sql.table(table.name)} (${sql.join(table.columns.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)} from unnest(${sql.join(arrays)}) as given(${sql.join(aliases)})`.execute(
    trx.withoutPlugins(),
  );
}
