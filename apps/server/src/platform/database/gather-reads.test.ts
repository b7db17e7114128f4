import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestDatabase } from "../../testing/test-database.ts";
import { gatherReads } from "./gather-reads.ts";
import { openDatabase, type Database, type OpenDatabase } from "./open-database.ts";
import { inTransaction } from "./transaction.ts";

/** A read of the numbers below each key, which notes the keys of every statement. */
function makeRead() {
  const statements: (readonly number[])[] = [];
  const read = gatherReads(async (db: Database, keys: readonly number[]) => {
    statements.push(keys);
    const { rows } = await sql<{ place: number; below: number }>`
      select place::int, below from unnest(${sql.val(keys)}::int[]) with ordinality as asked (key, place),
      lateral generate_series(0, key - 1) as below order by below`.execute(db);
    return rows;
  });
  const list = async (db: Database, key: number) => (await read(db, key)).map(({ below }) => below);
  return { list, statements };
}

describe("a read that calls share", () => {
  let database: OpenDatabase;

  beforeAll(async () => {
    database = await openDatabase(await makeTestDatabase("gather_reads"));
  });

  afterAll(() => database.close());

  it("runs once for those who ask together, and gives each the rows of its own key", async () => {
    const { list, statements } = makeRead();
    const found = await Promise.all([3, 0, 1, 3].map((key) => list(database.db, key)));
    expect(found).toEqual([[0, 1, 2], [], [0], [0, 1, 2]]);
    expect(statements).toEqual([[3, 0, 1, 3]]);
  });

  it("runs anew for who asks once it is under way", async () => {
    const { list, statements } = makeRead();
    const first = list(database.db, 2);
    while (statements.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await list(database.db, 1)).toEqual([0]);
    expect(await first).toEqual([0, 1]);
    expect(statements).toEqual([[2], [1]]);
  });

  it("runs by itself in a transaction", async () => {
    const { list, statements } = makeRead();
    const outside = list(database.db, 1);
    const inside = await inTransaction(database.db, (trx) => list(trx, 2));
    expect([await outside, inside]).toEqual([[0], [0, 1]]);
    expect(statements.toSorted()).toEqual([[1], [2]]);
  });

  it("is not shared between databases", async () => {
    const { list, statements } = makeRead();
    const other = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => result,
    });
    expect(await Promise.all([list(database.db, 1), list(other, 2)])).toEqual([[0], [0, 1]]);
    expect(statements).toEqual([[1], [2]]);
  });
});
