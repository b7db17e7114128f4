import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { lstat, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import type { Database } from "../database/open-database.ts";
import {
  BackupError,
  type BackupHeader,
  type BackupLine,
  type BackupRow,
  type BackupTable,
} from "./backup-format.ts";
import { listMigrations, listTables } from "./backup-tables.ts";

/** Rows that are fetched at once. */
const fetchSize = 500;

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
    throw error;
  }
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
  // Texts of instants depend on the session; these two make them the same everywhere.
  await sql`set local timezone = 'UTC'`.execute(trx);
  await sql`set local datestyle = 'ISO'`.execute(trx);
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
