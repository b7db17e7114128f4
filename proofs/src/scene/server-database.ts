import pg from "pg";

/** The address of the PostgreSQL server, unless `PROOF_DATABASE` names another one. */
export const serverUrl =
  process.env["PROOF_DATABASE"] ??
  process.env["LINTEL_TEST_DATABASE"] ??
  "postgres://postgres@127.0.0.1:5432/postgres";

/** Executes statements as the administrator of the server. */
export async function actOnServer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface FreshDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A new database on that server; null if no server answers. */
export async function makeServerDatabase(name: string): Promise<FreshDatabase | null> {
  const drop = `drop database if exists ${name} with (force)`;
  try {
    await actOnServer(drop, `create database ${name}`);
  } catch (error) {
    console.warn(`No PostgreSQL server answers at ${serverUrl}: ${String(error)}`);
    return null;
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => actOnServer(drop) };
}
