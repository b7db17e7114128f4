import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { lstat, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import { listMigrations } from "../database/migrate.ts";
import type { Database } from "../database/open-database.ts";
import {
  BackupError,
  type BackupHeader,
  type BackupLine,
  type BackupRow,
  type BackupTable,
} from "./backup-format.ts";
import { listTables } from "./backup-tables.ts";

/** Rows that are fetched at once, and bytes of them, which are texts in the backup: twice as many. */
const mostRows = 500;
const mostBytes = 8 * 1024 * 1024;

/** What a backup holds. */
export interface BackupSummary {
  readonly file: string;
  readonly tables: number;
  readonly rows: number;
}

export type HeaderFacts = Pick<BackupHeader, "region" | "masterKeyFingerprint"> & {
  readonly createdAt: Date;
};

/**
 * Writes everything that a database holds at one instant into a new file with mode 0600. The file
 * has its name only once it is whole.
 *
 * @throws BackupError where the file exists.
 */
export async function writeBackup(
  db: Database,
  file: string,
  facts: HeaderFacts,
): Promise<BackupSummary> {
  const partial = `${file}.partial`;
  await refuseExisting(file);
  await rm(partial, { force: true });
  try {
    const counts = { tables: 0, rows: 0 };
    await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (trx) => {
        // Flushed to the disk before it closes: a backup that is named is there.
        const output = createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true });
        await pipeline(Readable.from(writeLines(trx, facts, counts)), createGzip(), output);
      });
    await rename(partial, file);
    return { file, ...counts };
  } catch (error) {
    await rm(partial, { force: true });
    throw explainFailure(error, file);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "its disk is full; make room, or name a file on another disk",
  EDQUOT: "the quota of its disk is used up; make room, or name a file on another disk",
  EROFS: "its disk is read-only; name a file on another disk",
  ENOENT: "its folder is not there; make the folder first",
  EACCES: "this user may not write there",
};

/** What kept the file from being written, where that is the operator's to mend. */
function explainFailure(error: unknown, file: string): unknown {
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  const reason = syscall === undefined ? undefined : reasons[code];
  return reason === undefined
    ? error
    : new BackupError(`${file} could not be written: ${reason}. Nothing of it is left.`);
}

async function refuseExisting(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null);
  if (found !== null) throw new BackupError(`${file} is there already; name a new file.`);
}

async function* writeLines(
  trx: Database,
  facts: HeaderFacts,
  counts: { tables: number; rows: number },
): AsyncGenerator<string> {
  const digest = createHash("sha256");
  const toLine = (line: BackupLine): string => {
    const text = `${JSON.stringify(line)}\n`;
    digest.update(text);
    return text;
  };
  // Texts of instants and bytes depend on the session; these make them the same everywhere.
  await sql`set local timezone = 'UTC'`.execute(trx);
  await sql`set local datestyle = 'ISO'`.execute(trx);
  await sql`set local bytea_output = 'hex'`.execute(trx);
  const { region, masterKeyFingerprint, createdAt } = facts;
  const migrations = await listMigrations(trx);
  yield toLine({
    kind: "header",
    format: "lintel-backup",
    version: 1,
    region,
    createdAt: createdAt.toISOString(),
    migrations,
    masterKeyFingerprint,
  });
  for (const table of await listTables(trx)) {
    counts.tables += 1;
    yield toLine(table);
    for await (const row of readRows(trx, table)) {
      counts.rows += 1;
      yield toLine(row);
    }
  }
  yield `${JSON.stringify({ kind: "end", rows: counts.rows, digest: digest.digest("hex") })}\n`;
}

async function* readRows(trx: Database, table: BackupTable): AsyncGenerator<BackupRow> {
  const plain = trx.withoutPlugins();
  const columns = sql.join(table.columns.map(({ name }) => sql`${sql.ref(name)}::text`));
  const order = sql.join(table.columns.slice(0, 1).map(({ name }) => sql.ref(name)));
  const cursor = sql.raw(`backup_${table.name}`);
  const fetchSize = await chooseFetchSize(trx, table);
  await sql`declare ${cursor} no scroll cursor for
    select json_build_array(${columns})::text as row from ${sql.table(table.name)} order by ${order}`.execute(
    plain,
  );
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(fetchSize)} from ${cursor}`.execute(
      plain,
    );
    for (const { row } of rows) yield JSON.parse(row) as BackupRow;
    if (rows.length < fetchSize) break;
  }
  await sql`close ${cursor}`.execute(plain);
}

/** So many rows that memory holds them, if each was as wide as the widest. */
async function chooseFetchSize(trx: Database, { name, columns }: BackupTable): Promise<number> {
  const wide = columns.filter(({ type }) => type === "bytea" || type === "text");
  if (wide.length === 0) return mostRows;
  const widths = wide.map((column) => sql`coalesce(octet_length(${sql.ref(column.name)}), 0)`);
  const { rows } = await sql<{
    width: number | null;
  }>`select max(${sql.join(widths, sql.raw(" + "))}) as width from ${sql.table(name)}`.execute(
    trx.withoutPlugins(),
  );
  const widest = Math.max(1, rows[0]?.width ?? 1);
  return Math.min(mostRows, Math.max(1, Math.floor(mostBytes / widest)));
}
