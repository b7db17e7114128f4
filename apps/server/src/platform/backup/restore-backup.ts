import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { MasterKey } from "../crypto/master-key.ts";
import { listMigrations, migrate } from "../database/migrate.ts";
import type { Database } from "../database/open-database.ts";
import type { StoredVariable } from "../database/tables.ts";
import {
  BackupError,
  fingerprintKey,
  type BackupHeader,
  type BackupRow,
  type BackupTable,
} from "./backup-format.ts";
import { readBackup, readHeader } from "./read-backup.ts";

/** Rows that one statement writes, and characters of them. */
const mostRows = 500;
const mostCharacters = 16 * 1024 * 1024;

export interface RestoreOptions {
  readonly region: string;
  readonly masterKey: MasterKey;
  readonly migrations: Readonly<Record<string, Migration>>;
  /** Goes on under another master key, without the secrets that nothing opens any more. */
  readonly dropsSecrets: boolean;
}

export interface RestoreSummary {
  readonly tables: number;
  readonly rows: number;
  /** Secrets that were left out, and the audit log that can no longer be verified. */
  readonly isUnderAnotherKey: boolean;
}

/**
 * Brings a backup into an empty database, of either engine, in one transaction: all of it or
 * nothing. A backup of an older schema is restored at that schema and then brought to this one's.
 *
 * @throws BackupError where the database is not empty, the backup is of a newer schema, of another
 *   region or master key, or is not whole.
 */
export async function restoreBackup(
  db: Database,
  file: string,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  const header = await checkBackup(file, options);
  const isUnderAnotherKey = header.masterKeyFingerprint !== fingerprintKey(options.masterKey);
  await prepareSchema(db, header, options.migrations);
  const counts = await db.transaction().execute(async (trx) => {
    const written = await writeTables(trx, file, isUnderAnotherKey ? sealedTables : []);
    if (isUnderAnotherKey) await dropSecrets(trx);
    return written;
  });
  await migrate(db, options.migrations);
  return { ...counts, isUnderAnotherKey };
}

/**
 * What a backup says of itself, if it may be restored here at all: to be asked before a database is
 * opened, which may make one.
 *
 * @throws BackupError where its schema, region or master key stands against it.
 */
export async function checkBackup(file: string, options: RestoreOptions): Promise<BackupHeader> {
  const header = await readHeader(file);
  if (header.region !== options.region) {
    throw new BackupError(
      `${file} is of region ${header.region}; restore it with --region ${header.region}.`,
    );
  }
  const newer = header.migrations.filter((name) => !(name in options.migrations));
  if (newer.length > 0) {
    throw new BackupError(
      `${file} was made by a newer version (schema ${newer.join(", ")}); upgrade first.`,
    );
  }
  if (header.masterKeyFingerprint !== fingerprintKey(options.masterKey) && !options.dropsSecrets) {
    throw new BackupError(
      `${file} was made under another master key. Set LINTEL_MASTER_KEY to that one, or go on without its secrets: --drop-secrets`,
    );
  }
  return header;
}

/** Makes the schema that the backup was made at, in a database that holds nothing yet. */
async function prepareSchema(
  db: Database,
  header: BackupHeader,
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

/** Tables of nothing but sealed rows, which go where nothing opens them any more. */
const sealedTables = ["test_run_work"];

async function writeTables(
  trx: Database,
  file: string,
  leftOut: readonly string[],
): Promise<{ tables: number; rows: number }> {
  const counts = { tables: 0, rows: 0 };
  let table: BackupTable | null = null;
  let batch: BackupRow[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    const rows = batch;
    batch = [];
    characters = 0;
    if (table === null || rows.length === 0 || leftOut.includes(table.name)) return;
    await insertRows(trx, table, rows);
    counts.rows += rows.length;
  };
  for await (const line of readBackup(file)) {
    if (isRow(line)) {
      batch.push(line);
      for (const value of line) characters += value?.length ?? 0;
      if (batch.length === mostRows || characters >= mostCharacters) await flush();
    } else if (line.kind === "table") {
      await flush();
      if (table !== null) await setTriggers(trx, table, "enable");
      table = line;
      counts.tables += 1;
      // What the product's triggers keep (versions, for one) is in the rows themselves.
      await setTriggers(trx, table, "disable");
    }
  }
  await flush();
  if (table !== null) await setTriggers(trx, table, "enable");
  return counts;
}

function isRow(line: unknown): line is BackupRow {
  return Array.isArray(line);
}

async function setTriggers(
  trx: Database,
  table: BackupTable,
  action: "enable" | "disable",
): Promise<void> {
  await sql`alter table ${sql.table(table.name)} ${sql.raw(action)} trigger user`.execute(
    trx.withoutPlugins(),
  );
}

/** One array a column, so that a statement has few parameters however many rows it writes. */
async function insertRows(
  trx: Database,
  table: BackupTable,
  rows: readonly BackupRow[],
): Promise<void> {
  const arrays = table.columns.map(
    (_, at) => sql`${sql.val(rows.map((row) => row[at] ?? null))}::text[]`,
  );
  const aliases = table.columns.map((_, at) => sql.raw(`c${at}`));
  const values = table.columns.map(({ type }, at) => sql`${sql.raw(`c${at}`)}::${sql.raw(type)}`);
  await sql`insert into ${sql.table(table.name)} (${sql.join(table.columns.map(({ name }) => sql.ref(name)))})
    select ${sql.join(values)} from unnest(${sql.join(arrays)}) as given(${sql.join(aliases)})`.execute(
    trx.withoutPlugins(),
  );
}

// Under another key nothing opens them: an unset secret is said at once, a broken one in mid-run.
async function dropSecrets(trx: Database): Promise<void> {
  const rows = await trx
    .selectFrom("environment")
    .select(["organizationId", "id", "variables"])
    .execute();
  for (const { organizationId, id, variables } of rows) {
    const kept = variables.filter((variable: StoredVariable) => variable.sealed === undefined);
    if (kept.length === variables.length) continue;
    await trx
      .updateTable("environment")
      .set({ variables: JSON.stringify(kept), variableCount: kept.length })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .execute();
  }
}
