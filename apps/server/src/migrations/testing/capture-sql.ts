import { createHash } from "node:crypto";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Migration } from "kysely/migration";

/** The statements that a migration carries out, in order, on a database where every read is empty. */
export async function captureSql(migration: Migration): Promise<string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) => {
      statements.push(parameters.length === 0 ? sql : `${sql} -- ${JSON.stringify(parameters)}`);
    },
  });
  await migration.up(db);
  return statements;
}

export function digestSql(statements: readonly string[]): string {
  return createHash("sha256").update(statements.join(";\n")).digest("hex");
}
