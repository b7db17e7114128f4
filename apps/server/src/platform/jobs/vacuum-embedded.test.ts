import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "../database/open-database.ts";
import { vacuumSchedule } from "./vacuum-embedded.ts";

it("rewritten rows of an embedded database take the room of old ones", async () => {
  const database = await openDatabase({ engine: "embedded", folder: null });
  try {
    const { db } = database;
    await sql`create table text_of_test (id integer, text text)`.execute(db);
    await sql`insert into text_of_test select n, repeat(md5(n::text), 40)
      from generate_series(1, 1000) as n`.execute(db);
    const measure = async () => {
      const { rows } = await sql<{ size: string }>`
        select pg_total_relation_size('text_of_test')::text as size`.execute(db);
      return Number(rows[0]?.size);
    };
    const before = await measure();
    for (let round = 0; round < 5; round += 1) {
      await sql`update text_of_test set text = repeat(md5(text), 40)`.execute(db);
      await vacuumSchedule.run(db, new AbortController().signal);
    }
    expect(await measure()).toBeLessThan(3 * before);
  } finally {
    await database.close();
  }
});
