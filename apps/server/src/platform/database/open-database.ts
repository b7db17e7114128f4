import { existsSync } from "node:fs";
import { readdir, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { PGlite, types } from "@electric-sql/pglite";
import { CamelCasePlugin, Kysely, PGliteDialect, PostgresDialect, type LogEvent } from "kysely";
import pg from "pg";
import { parseExact } from "@lintel/openapi/json-text";
import { startCluster } from "./cluster/start-cluster.ts";
import { DiskRoom, neededBytes, RoomPlugin } from "./disk-room.ts";
import { copyUsedFolder } from "./copy-used-folder.ts";
import { PreparingClient } from "./pg-client.ts";
import type { Tables } from "./tables.ts";

/** The location of a region's data: a folder of the embedded engine, or a PostgreSQL server. */
export type DatabaseLocation =
  | { readonly engine: "embedded"; readonly folder: string | null; readonly snapshot?: Blob }
  | { readonly engine: "server"; readonly url: string; readonly maxConnections?: number };

export type Database = Kysely<Tables>;

/** The connections to a database server. */
export interface PoolState {
  readonly used: number;
  readonly idle: number;
  /** The number of calls that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

export interface OpenDatabase {
  readonly db: Database;
  readonly engine: DatabaseLocation["engine"];
  /** The driver below Kysely, for libraries with their own SQL. */
  readonly driver:
    | { readonly engine: "embedded"; readonly pglite: PGlite; readonly room: DiskRoom | null }
    | { readonly engine: "server"; readonly pool: pg.Pool };
  /** Null for the embedded engine, which has no connections. */
  readonly readPool: () => PoolState | null;
  /** When a statement was last answered, by `performance.now`. `-Infinity` before the first. */
  readonly readLastAnswer: () => number;
  /** The whole database as one file; embedded engine only. */
  dump(): Promise<Blob>;
  /**
   * A snapshot for long reads, one at a time; close it afterwards. A server provides it itself. The
   * embedded engine copies its folder, and writers wait until the copy is complete.
   */
  openInstant(): Promise<OpenDatabase>;
  close(): Promise<void>;
}

type EngineDatabase = Omit<OpenDatabase, "readLastAnswer">;

// Keys inside stored JSON are data of users, not column names.
const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/** Receives every finished statement, including failed ones. */
export type NoteStatement = (event: LogEvent) => void;
/** The time limit of one statement on a server. `?query_timeout=` in its address overrides it. */
const queryLimitMs = 30_000;

/** Opens a database without migrating it. A folder of null keeps everything in memory. */
export async function openDatabase(
  location: DatabaseLocation,
  noteStatement?: NoteStatement,
): Promise<OpenDatabase> {
  let lastAnswer = Number.NEGATIVE_INFINITY;
  const log = (event: LogEvent): void => {
    if (event.level === "query") lastAnswer = performance.now();
    noteStatement?.(event);
  };
  const open = location.engine === "embedded" ? openEmbedded : openServer;
  return { ...(await open(location as never, { log })), readLastAnswer: () => lastAnswer };
}

async function openEmbedded(
  location: EmbeddedLocation,
  log: { log?: NoteStatement } = {},
): Promise<EngineDatabase> {
  const pglite = await createEngine(location);
  const { folder } = location;
  const room = folder === null ? null : new DiskRoom({ folder, neededBytes });
  const dialect = new PGliteDialect({ pglite });
  const all = room === null ? plugins : [...plugins, new RoomPlugin(room)];
  const db = new Kysely<Tables>({ dialect, plugins: all, ...log });
  return {
    db,
    engine: "embedded",
    driver: { engine: "embedded", pglite, room },
    readPool: () => null,
    dump: () => pglite.dumpDataDir("none"),
    openInstant: () => openCopy(pglite, location.folder),
    close: async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
    },
  };
}

// Documents are stored as JSON whose numbers keep their texts. All other JSON was written by
// JSON.stringify, and its numbers are read as plain numbers.
const documentTypes = new pg.TypeOverrides();
documentTypes.setTypeParser(pg.types.builtins.JSON, parseExact);

// The engine's own parsers use a list of numbers and a text for each byte: a hundred times the
// size.
const printBytes = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`;
const parseBytes = (text: string): Buffer => Buffer.from(text.slice(2), "hex");

type EmbeddedLocation = Extract<DatabaseLocation, { engine: "embedded" }>;

async function createEngine(location: EmbeddedLocation): Promise<PGlite> {
  const options = {
    ...(location.folder === null ? {} : { dataDir: location.folder }),
    ...(location.snapshot === undefined ? {} : { loadDataDir: location.snapshot }),
    parsers: {
      [types.INT8]: (text: string) => text,
      [types.BYTEA]: parseBytes,
      [types.JSON]: parseExact,
    },
    serializers: { [types.BYTEA]: printBytes },
  };
  try {
    if (location.folder !== null && !existsSync(location.folder)) {
      await startCluster(location.folder);
    }
    return await PGlite.create(options);
  } catch (cause) {
    // The engine does not return its reason. A full disk is the most common one.
    const { bavail = 1, bsize = 0 } =
      location.folder === null ? {} : await statfs(path.dirname(location.folder));
    const free = Math.floor((bavail * bsize) / 1024 / 1024);
    const hint = location.folder === null ? "" : `; its disk has ${free} MiB of free space`;
    throw new Error(`The embedded database could not be opened${hint}.`, { cause });
  }
}

const copyMark = ".copy-";

/** Removes copies of an embedded database that a killed process left. */
export async function removeCopies(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  const names = await readdir(parent).catch(() => []);
  const left = names.filter((name) => name.startsWith(path.basename(folder) + copyMark));
  await Promise.all(
    left.map((name) => rm(path.join(parent, name), { recursive: true, force: true })),
  );
}

async function openCopy(pglite: PGlite, folder: string | null): Promise<OpenDatabase> {
  if (folder === null) {
    const snapshot = await pglite.dumpDataDir("none");
    return openDatabase({ engine: "embedded", folder: null, snapshot });
  }
  await removeCopies(folder);
  const copy = `${folder}${copyMark}${process.pid}`;
  // Writes all changes to the files, so that the copy has little to recover.
  await pglite.exec("checkpoint");
  let opened: OpenDatabase;
  try {
    await copyUsedFolder(folder, copy, (copyRest) => pglite.runExclusive(copyRest));
    opened = await openDatabase({ engine: "embedded", folder: copy });
  } catch (error) {
    // On a full disk, a partial copy would keep it full.
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
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
  log: { log?: NoteStatement },
): Promise<EngineDatabase> {
  const { url, maxConnections: max = 20 } = location;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    query_timeout: queryLimitMs,
    keepAlive: true,
    Client: PreparingClient,
    types: documentTypes,
  });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on("error", () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins, ...log });
  const database: EngineDatabase = {
    db,
    engine: "server",
    driver: { engine: "server", pool },
    readPool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max,
    }),
    dump: () => Promise.reject(new Error("Only the embedded engine dumps its folder.")),
    openInstant: async () => ({
      ...database,
      readLastAnswer: () => Number.NEGATIVE_INFINITY,
      close: async () => {},
    }),
    close: () => db.destroy(),
  };
  return database;
}
