import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import manifest from "../../package.json" with { type: "json" };
import { migrations } from "../migrations/migrations.generated.ts";
import { migrate } from "../platform/database/migrate.ts";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
} from "../platform/database/open-database.ts";

/** The databases of tests: on the server in `LINTEL_TEST_DATABASE`, or else embedded. */
export const testServerUrl = process.env["LINTEL_TEST_DATABASE"];

const cacheFolder = path.join(import.meta.dirname, "../../../../node_modules/.cache/lintel");

/** An empty migrated database of this test process. */
export async function makeTestDatabase(name: string): Promise<DatabaseLocation> {
  if (testServerUrl !== undefined) return onServer(testServerUrl, name);
  return embedded(fingerprint(), (db) => migrate(db, migrations));
}

/** A database without a schema. */
export async function makeEmptyDatabase(name: string): Promise<DatabaseLocation> {
  const worker = process.env["VITEST_POOL_ID"] ?? "0";
  if (testServerUrl !== undefined) return onServer(testServerUrl, `${worker}_${name}`);
  return embedded(`empty-${manifest.dependencies["@electric-sql/pglite"]}`, async () => {});
}

/**
 * A folder with a migrated region, which stays between runs and is never opened. A server whose
 * data folder begins as a copy of it need not make a new database.
 */
export async function makeRegionTemplate(): Promise<string> {
  const template = path.join(cacheFolder, `region-${fingerprint()}`);
  if (existsSync(template)) return template;
  const partial = `${template}.${process.pid}`;
  await mkdir(cacheFolder, { recursive: true });
  const database = await openDatabase({ engine: "embedded", folder: partial });
  await migrate(database.db, migrations);
  await database.close();
  // Another test process may have been faster. Its folder is equivalent.
  await rename(partial, template).catch(() => rm(partial, { recursive: true, force: true }));
  return template;
}

type Prepare = (db: Database) => Promise<unknown>;

// Making a new embedded database takes seconds, loading a prepared one does not.
async function embedded(key: string, prepare: Prepare): Promise<DatabaseLocation> {
  const snapshot = path.join(cacheFolder, `${key}.tar`);
  const found = await readFile(snapshot).catch(() => null);
  const blob = found === null ? await makeSnapshot(snapshot, prepare) : new Blob([found]);
  return { engine: "embedded", folder: null, snapshot: blob };
}

async function makeSnapshot(file: string, prepare: Prepare): Promise<Blob> {
  const database = await openDatabase({ engine: "embedded", folder: null });
  await prepare(database.db);
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

/**
 * The server that tests of several nodes use even if other tests are embedded, or null if none
 * answers.
 */
export async function makeSharedDatabase(name: string): Promise<DatabaseLocation | null> {
  const url = testServerUrl ?? "postgres://postgres@127.0.0.1:5432/postgres";
  const worker = process.env["VITEST_POOL_ID"] ?? "0";
  return onServer(url, `${worker}_${name}`).catch((error: unknown) => {
    console.warn(`Skipped, for no PostgreSQL server answers at ${url}: ${String(error)}`);
    return null;
  });
}

async function onServer(url: string, name: string): Promise<DatabaseLocation> {
  const database = `lintel_test_${name.replaceAll("-", "_")}`;
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
