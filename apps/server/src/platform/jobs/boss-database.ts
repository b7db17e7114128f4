import { fromKysely, fromPglite, type ConstructorOptions, type Db } from "pg-boss";
import type { Database, OpenDatabase } from "../database/open-database.ts";

/**
 * Gives pg-boss access to the region's database over its connections, so that it opens none itself.
 */
export function createBossDatabase(
  database: OpenDatabase,
): Pick<ConstructorOptions, "db" | "backend"> {
  const { driver } = database;
  if (driver.engine === "embedded") return { db: watchRoom(driver), backend: "pglite" };
  return {
    db: {
      async executeSql(text, values) {
        const result: unknown = await driver.pool.query(text, values);
        // Of a text with several statements the pool answers one result each.
        const results = (Array.isArray(result) ? result : [result]) as { rows: unknown[] }[];
        return { rows: results.flatMap(({ rows }) => rows) };
      },
    },
  };
}

/** The embedded engine, which writes only if the disk has space. */
function watchRoom({ pglite, room }: Extract<OpenDatabase["driver"], { engine: "embedded" }>): Db {
  const db = fromPglite(pglite);
  return {
    ...db,
    executeSql: async (text, values) => {
      room?.needFor(text);
      return db.executeSql(text, values);
    },
  };
}

/** pg-boss within a transaction of the region: its writes are committed with the others. */
export function joinTransaction(trx: Database): Db {
  return fromKysely(trx.withoutPlugins());
}
