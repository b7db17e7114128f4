import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeTestDatabase } from "../../testing/test-database.ts";
import { openDatabase, type Database, type OpenDatabase } from "./open-database.ts";
import { shareRead } from "./share-read.ts";
import { inTransaction } from "./transaction.ts";

const owner = "01a20001-0000-7000-8000-000000000001";
const other = "01a20001-0000-7000-8000-000000000002";
const lists = [
  "01a20001-0000-7000-8000-00000000000a",
  "01a20001-0000-7000-8000-00000000000b",
  "01a20001-0000-7000-8000-00000000000c",
] as const;

/** The items of a list that are for sale, the most expensive first. */
const selectItems = shareRead((db: Database, ownerId: string, listId: string) =>
  db
    .selectFrom(
      sql<{
        ownerId: string;
        listId: string;
        itemName: string;
        price: number;
        isSold: boolean;
      }>`item`.as("item"),
    )
    .select(["itemName", "price"])
    .where("ownerId", "=", ownerId)
    .where("isSold", "=", false)
    .where("listId", "=", listId)
    .orderBy("price", "desc"),
);

describe("a read that calls share", () => {
  let database: OpenDatabase;
  const statements: string[] = [];

  beforeAll(async () => {
    database = await openDatabase(await makeTestDatabase("share_read"), ({ query }) => {
      statements.push(query.sql);
    });
    const { db } = database;
    await sql`create table item (owner_id uuid not null, list_id uuid not null, item_name text not null,
      price int not null, is_sold boolean not null)`.execute(db);
    for (const [at, list] of lists.entries()) {
      await sql`insert into item select ${owner}::uuid, ${list}::uuid, ${`${at}-`} || n, n, n % 10 = 0
        from generate_series(1, ${at * 25}::int) as n`.execute(db);
    }
  });

  beforeEach(() => {
    statements.length = 0;
  });

  afterAll(() => database.close());

  const names = async (db: Database, list: string, ownerId = owner) =>
    (await selectItems(db, ownerId, list)).map(({ itemName }) => itemName);
  const expected = (at: number) =>
    Array.from({ length: at * 25 }, (_, index) => at * 25 - index)
      .filter((price) => price % 10 !== 0)
      .map((price) => `${at}-${price}`);

  it("runs once for simultaneous calls, and returns to each the rows of its own ids in their order", async () => {
    const [none, some, many] = lists;
    const asked = [many, none, some, many].map((list) => names(database.db, list));
    const ofNobody = names(database.db, many, other);
    expect(await Promise.all(asked)).toEqual([expected(2), [], expected(1), expected(2)]);
    expect(await ofNobody).toEqual([]);
    expect(statements).toHaveLength(1);
  });

  it("returns columns in camel case, shared and alone", async () => {
    const first = selectItems(database.db, owner, lists[1]);
    const second = selectItems(database.db, owner, lists[1]);
    for (const rows of await Promise.all([first, second]))
      expect(rows[0]).toMatchObject({ itemName: "1-25", price: 25 });
    expect((await selectItems(database.db, owner, lists[1]))[0]).toEqual({
      itemName: "1-25",
      price: 25,
    });
  });

  it("runs again for a call that arrives while it is running", async () => {
    const first = names(database.db, lists[1]);
    while (statements.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await names(database.db, lists[0])).toEqual([]);
    expect(await first).toEqual(expected(1));
    expect(statements).toHaveLength(2);
  });

  it("runs alone in a transaction, and sees its writes", async () => {
    const outside = names(database.db, lists[0]);
    const inside = await inTransaction(database.db, async (trx) => {
      await sql`insert into item values (${owner}, ${lists[0]}, 'new', 1, false)`.execute(trx);
      const found = await names(trx, lists[0]);
      await sql`delete from item where list_id = ${lists[0]}`.execute(trx);
      return found;
    });
    expect([await outside, inside]).toEqual([[], ["new"]]);
  });

  it("is not shared between databases", async () => {
    const apart = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => result,
    });
    const [here, there] = await Promise.all([names(database.db, lists[1]), names(apart, lists[2])]);
    expect([here, there]).toEqual([expected(1), expected(2)]);
    expect(statements).toHaveLength(2);
  });
});
