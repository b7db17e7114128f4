import { constants } from "node:fs";
import { cp, rm } from "node:fs/promises";
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
  /**
   * Something to read this instant from at leisure; close it afterwards. Of the embedded engine it
   * is a copy of the folder, for which writers wait; a server keeps its instants itself.
   */
  openInstant(): Promise<OpenDatabase>;
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
    openInstant: () => openCopy(pglite, location.folder),
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}

async function openCopy(pglite: PGlite, folder: string | null): Promise<OpenDatabase> {
  if (folder === null) {
    const snapshot = await pglite.dumpDataDir("none");
    return openEmbedded({ engine: "embedded", folder: null, snapshot });
  }
  const copy = `${folder}.copy-${process.pid}`;
  await rm(copy, { recursive: true, force: true });
  // What is written is then all in the files, so that the copy has little to recover.
  await pglite.exec("checkpoint");
  await pglite.runExclusive(() =>
    cp(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE }),
  );
  const opened = await openEmbedded({ engine: "embedded", folder: copy });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await rm(copy, { recursive: true, force: true });
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
  const database: OpenDatabase = {
    db,
    engine: "server",
    dump: () => Promise.reject(new Error("Only the embedded engine dumps its folder.")),
    openInstant: async () => ({ ...database, close: async () => {} }),
    close: () => db.destroy(),
  };
  return database;
}
