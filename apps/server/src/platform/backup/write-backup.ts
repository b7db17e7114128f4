import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { lstat, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import { yieldToEventLoop } from "../database/yield-to-event-loop.ts";
import { listMigrations } from "../database/migrate.ts";
import type { Database } from "../database/open-database.ts";
import { backupVersion, BackupError, type BackupHeader, type BackupLine } from "./backup-format.ts";
import { appendMac } from "./backup-mac.ts";
import { listTables, type SchemaTable } from "./backup-tables.ts";
import { fingerprintKey, type MasterKey } from "../crypto/master-key.ts";

/** Rows that are fetched at once, and bytes of them, which are texts in the backup: twice as many. */
const maxRows = 500;
const maxBytes = 8 * 1024 * 1024;

/** Characters that go on together: what compresses and writes them takes a turn of the event loop for each part. */
const partCharacters = 512 * 1024;
const partBytes = 256 * 1024;

/** What a backup holds. */
export interface BackupSummary {
  readonly file: string;
  readonly tables: number;
  readonly rows: number;
}

export interface BackupFacts extends Pick<BackupHeader, "region"> {
  readonly createdAt: Date;
  /** Authenticates the file. */
  readonly masterKey: MasterKey;
}

/**
 * Writes everything that a database holds at one instant into a new file with mode 0600. The file
 * has its name only once it is whole.
 *
 * @throws BackupError where the file exists, or cannot be written.
 */
export async function writeBackup(
  db: Database,
  file: string,
  facts: BackupFacts,
  signal: AbortSignal,
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
        const output = createWriteStream(partial, {
          flags: "wx",
          mode: 0o600,
          flush: true,
          highWaterMark: 4 * partBytes,
        });
        const parts = Readable.from(joinTexts(writeLines(trx, facts, counts)), {
          highWaterMark: 1,
        });
        const compressed = createGzip({ chunkSize: partBytes });
        await pipeline(parts, compressed, appendMac(facts.masterKey), output, { signal });
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

/** Why the file could not be written, if the operator can correct it. */
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

async function* joinTexts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = [];
  let characters = 0;
  for await (const text of texts) {
    parts.push(text);
    characters += text.length;
    if (characters < partCharacters) continue;
    yield parts.join("");
    parts = [];
    characters = 0;
  }
  yield parts.join("");
}

async function* writeLines(
  trx: Database,
  facts: BackupFacts,
  counts: { tables: number; rows: number },
): AsyncGenerator<string> {
  const digest = createHash("sha256");
  const add = (text: string): string => {
    digest.update(text);
    return text;
  };
  const toLine = (line: BackupLine): string => add(`${JSON.stringify(line)}\n`);
  // Texts of instants and bytes depend on the session; these make them the same everywhere.
  await sql`set local timezone = 'UTC'`.execute(trx);
  await sql`set local datestyle = 'ISO'`.execute(trx);
  await sql`set local bytea_output = 'hex'`.execute(trx);
  yield toLine({
    kind: "header",
    format: "lintel-backup",
    version: backupVersion,
    region: facts.region,
    createdAt: facts.createdAt.toISOString(),
    migrations: await listMigrations(trx),
    masterKeyFingerprint: fingerprintKey(facts.masterKey),
  });
  for (const table of await listTables(trx)) {
    counts.tables += 1;
    const columns = table.columns.map(({ name }) => name);
    yield toLine({ kind: "table", name: table.name, columns });
    for await (const rows of readRows(trx, table)) {
      counts.rows += rows.length;
      yield add(rows.join(""));
    }
  }
  yield `${JSON.stringify({ kind: "end", rows: counts.rows, digest: digest.digest("hex") })}\n`;
}

/** The rows as lines, many at once: each is an array of texts, made by the engine itself. */
async function* readRows(trx: Database, table: SchemaTable): AsyncGenerator<string[]> {
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
    yield rows.map(({ row }) => `${row}\n`);
    if (rows.length < fetchSize) break;
    await yieldToEventLoop();
  }
  await sql`close ${cursor}`.execute(plain);
}

/** So many rows that memory holds them, if each was as wide as the widest. */
async function chooseFetchSize(trx: Database, { name, columns }: SchemaTable): Promise<number> {
  const wide = columns.filter(({ type }) => type === "bytea" || type === "text");
  if (wide.length === 0) return maxRows;
  const widths = wide.map((column) => sql`coalesce(octet_length(${sql.ref(column.name)}), 0)`);
  const { rows } = await sql<{
    width: number | null;
  }>`select max(${sql.join(widths, sql.raw(" + "))}) as width from ${sql.table(name)}`.execute(
    trx.withoutPlugins(),
  );
  const widest = Math.max(1, rows[0]?.width ?? 1);
  return Math.min(maxRows, Math.max(1, Math.floor(maxBytes / widest)));
}
