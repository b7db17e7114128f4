import { sql } from "kysely";
import {
  openDatabase,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";

/** Every row of every table as text; bytes are read as the characters that they are. */
export async function readTables(location: DatabaseLocation): Promise<string> {
  const database = await openDatabase(location);
  try {
    const db = database.db.withoutPlugins();
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
      db,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{
        row: string;
      }>`select t::text as row from ${sql.table(name)} as t`.execute(db);
      texts.push(name, ...rows.map(({ row }) => row));
    }
    return texts.join("\n");
  } finally {
    await database.close();
  }
}
