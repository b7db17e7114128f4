import { randomBytes } from "node:crypto";
import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { DatabaseLocation } from "@lintel/server/platform/database/open-database";

/** The PostgreSQL server on which benches create their databases. */
export const serverUrl =
  process.env["LINTEL_BENCH_DATABASE"] ?? "postgres://postgres@127.0.0.1:5432/postgres";

/** Temporary data of the product and of the floor, which are deleted after the bench. */
export interface Place extends AsyncDisposable {
  readonly location: DatabaseLocation;
  /** The settings with which the product uses it. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A new database on the server. */
export async function makeServerPlace(name: string): Promise<Place> {
  const database = `lintel_bench_${name}`;
  await onServer(`drop database if exists ${database} with (force)`, `create database ${database}`);
  const own = new URL(serverUrl);
  own.pathname = `/${database}`;
  const data = await mkdtemp(path.join(tmpdir(), "lintel-bench-"));
  return {
    location: { engine: "server", url: own.href },
    settings: { LINTEL_DATA: path.join(data, "data"), LINTEL_DATABASE_EU: own.href },
    async [Symbol.asyncDispose]() {
      await onServer(`drop database if exists ${database} with (force)`);
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** A data folder whose region `eu` is embedded. */
export async function makeEmbeddedPlace(): Promise<Place> {
  const parent = await mkdtemp(path.join(tmpdir(), "lintel-bench-"));
  const folder = path.join(parent, "data");
  await mkdir(folder, { mode: 0o700 });
  return {
    location: { engine: "embedded", folder: path.join(folder, "eu") },
    // The key is created here, because the data exist before a server starts, and a server creates
    // a key only without data.
    settings: { LINTEL_DATA: folder, LINTEL_MASTER_KEY: randomBytes(32).toString("hex") },
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }),
  };
}

async function onServer(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
