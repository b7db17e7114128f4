import { PGlite, types } from "@electric-sql/pglite";
import { CamelCasePlugin, Kysely, PGliteDialect, PostgresDialect } from "kysely";
import pg from "pg";
import { PreparingClient } from "./pg-client.ts";
import type { Tables } from "./tables.ts";

/** Where a region's data lives: a folder of the embedded engine, or a PostgreSQL server. */
export type DatabaseLocation =
  | { readonly engine: "embedded"; readonly folder: string | null; readonly snapshot?: Blob }
  | { readonly engine: "server"; readonly url: string; readonly maxConnections?: number };

export type Database = Kysely<Tables>;

export interface OpenDatabase {
  readonly db: Database;
  readonly engine: DatabaseLocation["engine"];
  /** The whole database as one file; embedded engine only. */
  dump(): Promise<Blob>;
  close(): Promise<void>;
}

// Keys inside stored JSON are data of users, not column names.
const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/** Opens a database; nothing is migrated yet. A folder of null keeps everything in memory. */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  return location.engine === "embedded" ? openEmbedded(location) : openServer(location);
}

async function openEmbedded(
  location: Extract<DatabaseLocation, { engine: "embedded" }>,
): Promise<OpenDatabase> {
  const pglite = await PGlite.create({
    ...(location.folder === null ? {} : { dataDir: location.folder }),
    ...(location.snapshot === undefined ? {} : { loadDataDir: location.snapshot }),
    parsers: { [types.INT8]: (text: string) => text },
  });
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }), plugins });
  return {
    db,
    engine: "embedded",
    dump: () => pglite.dumpDataDir("none"),
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}

async function openServer(
  location: Extract<DatabaseLocation, { engine: "server" }>,
): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: location.url,
    max: location.maxConnections ?? 20,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    Client: PreparingClient,
  });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on("error", () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins });
  return {
    db,
    engine: "server",
    dump: () => Promise.reject(new Error("Only the embedded engine dumps its folder.")),
    close: () => db.destroy(),
  };
}
