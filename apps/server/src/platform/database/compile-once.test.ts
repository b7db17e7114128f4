import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestDatabase } from "../../testing/test-database.ts";
import { compileOnce } from "./compile-once.ts";
import { openDatabase, type Database, type OpenDatabase } from "./open-database.ts";

describe("a statement that is compiled once", () => {
  let database: OpenDatabase;

  beforeAll(async () => {
    database = await openDatabase(await makeTestDatabase("compile_once"));
  });

  afterAll(() => database.close());

  it("is built at its first use and never again", async () => {
    const built: string[] = [];
    const selectText = compileOnce((db: Database, text: string) => {
      built.push("once");
      return db.selectNoFrom(sql<string>`${text}::text`.as("text"));
    });
    expect(built).toEqual([]);
    expect(await selectText(database.db, "first")).toEqual([{ text: "first" }]);
    expect(await selectText(database.db, "second")).toEqual([{ text: "second" }]);
    expect(built).toEqual(["once"]);
  });

  it("binds each argument in any order and more than once, next to fixed values", async () => {
    const subtract = compileOnce((db: Database, less: number, from: number) =>
      db.selectNoFrom([
        sql<number>`${from}::int - ${less}::int - ${1000}::int`.as("difference"),
        sql<number>`${less}::int`.as("less"),
      ]),
    );
    expect(await subtract(database.db, 1, 10)).toEqual([{ difference: -991, less: 1 }]);
    expect(await subtract(database.db, 10, 1)).toEqual([{ difference: -1009, less: 10 }]);
  });

  it("does not mix the arguments of simultaneous calls", async () => {
    const selectText = compileOnce((db: Database, text: string) =>
      db.selectNoFrom(sql<string>`${text}::text`.as("text")),
    );
    const texts = Array.from({ length: 20 }, (_, at) => `text ${at}`);
    const found = await Promise.all(texts.map((text) => selectText(database.db, text)));
    expect(found).toEqual(texts.map((text) => [{ text }]));
  });

  it("binds null, lists and texts with quotes as values, never as part of its text", async () => {
    const selectBoth = compileOnce((db: Database, text: string | null, list: readonly string[]) =>
      db.selectNoFrom([
        sql<string | null>`${text}::text`.as("text"),
        sql<number>`cardinality(${sql.val(list)}::text[])`.as("count"),
      ]),
    );
    expect(await selectBoth(database.db, null, [])).toEqual([{ text: null, count: 0 }]);
    expect(await selectBoth(database.db, "'; drop table x; --", ["'", '"'])).toEqual([
      { text: "'; drop table x; --", count: 2 },
    ]);
  });

  it("returns columns in camel case, and fails again at every call", async () => {
    const selectRows = compileOnce((db: Database, divisor: number) =>
      db.selectNoFrom(sql<number>`12 / ${divisor}::int`.as("roundedResult")),
    );
    await expect(selectRows(database.db, 0)).rejects.toThrow("division by zero");
    expect(await selectRows(database.db, 4)).toEqual([{ roundedResult: 3 }]);
  });
});
