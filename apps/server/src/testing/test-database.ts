import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { migrations } from "../migrations/migrations.ts";
import { migrate } from "../platform/database/migrate.ts";
import { openDatabase, type DatabaseLocation } from "../platform/database/open-database.ts";

/** Where tests keep their data: `LINTEL_TEST_DATABASE` names a server, else all is embedded. */
export const testServerUrl = process.env["LINTEL_TEST_DATABASE"];

const cacheFolder = path.join(import.meta.dirname, "../../../../node_modules/.cache/lintel");

/** An empty, migrated database of this test process alone. */
export async function makeTestDatabase(name: string): Promise<DatabaseLocation> {
  return testServerUrl === undefined ? embedded() : onServer(testServerUrl, name);
}

// Making a fresh embedded database takes seconds, loading a migrated one does not.
async function embedded(): Promise<DatabaseLocation> {
  const snapshot = path.join(cacheFolder, `${fingerprint()}.tar`);
  const found = await readFile(snapshot).catch(() => null);
  const blob = found === null ? await makeSnapshot(snapshot) : new Blob([found]);
  return { engine: "embedded", folder: null, snapshot: blob };
}

async function makeSnapshot(file: string): Promise<Blob> {
  const database = await openDatabase({ engine: "embedded", folder: null });
  await migrate(database.db, migrations);
  const dump = await database.dump();
  await database.close();
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, new Uint8Array(await dump.arrayBuffer()));
  await rename(partial, file);
  return dump;
}

function fingerprint(): string {
  const text = Object.entries(migrations).map(([name, { up }]) => `${name} ${String(up)}`);
  return createHash("sha256").update(text.join("\n")).update(sourceText).digest("hex").slice(0, 16);
}

const sourceText = await Promise.all(
  Object.keys(migrations).map((name) =>
    readFile(path.join(import.meta.dirname, `../migrations/${name}.ts`), "utf8"),
  ),
).then((texts) => texts.join("\n"));

/** The server that tests of several nodes use even where all else is embedded; null where none answers. */
export async function makeSharedDatabase(name: string): Promise<DatabaseLocation | null> {
  const url = testServerUrl ?? "postgres://postgres@127.0.0.1:5432/postgres";
  const worker = process.env["VITEST_POOL_ID"] ?? "0";
  return onServer(url, `${worker}_${name}`).catch((error: unknown) => {
    console.warn(`Skipped, for no PostgreSQL server answers at ${url}: ${String(error)}`);
    return null;
  });
}

async function onServer(url: string, name: string): Promise<DatabaseLocation> {
  const database = `lintel_test_${name}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
  const own = new URL(url);
  own.pathname = `/${database}`;
  return { engine: "server", url: own.href, maxConnections: 8 };
}
