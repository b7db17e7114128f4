import pg from "pg";
import { makeDataFolder } from "@lintel/server/testing/spawned-server";
import type { EngineName } from "./options.ts";

/** A new data folder, and the settings of servers that use it. */
export interface Place extends AsyncDisposable {
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
}

// The budgets are out of reach, because this proof does not test them.
const settings = {
  LINTEL_LOG_LEVEL: "warn",
  LINTEL_WEB_APP: "off",
  LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*",
  LINTEL_RATE_LIMIT: "100000",
  LINTEL_RATE_WINDOW_SECONDS: "1",
};

let places = 0;

/** A data folder, with a separate database on the server if that is the engine. */
export async function makePlace(engine: EngineName, serverUrl: string): Promise<Place> {
  const folder = await makeDataFolder();
  if (engine === "embedded") {
    const dispose = () => folder[Symbol.asyncDispose]();
    return { folder: folder.path, settings, [Symbol.asyncDispose]: dispose };
  }
  places += 1;
  const name = `lintel_kills_${process.pid}_${places}`;
  await query(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    folder: folder.path,
    settings: { ...settings, LINTEL_DATABASE_EU: url.href },
    async [Symbol.asyncDispose]() {
      await query(serverUrl, `drop database if exists ${name} with (force)`);
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Whether a PostgreSQL server answers at the address. */
export async function isAnswering(url: string): Promise<boolean> {
  return query(url, "select 1").then(
    () => true,
    () => false,
  );
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
