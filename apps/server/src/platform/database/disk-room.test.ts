import { tmpdir } from "node:os";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import { describe, expect, it } from "vitest";
import { toDatabaseProblem } from "../kernel/database-problem.ts";
import { DiskRoom, RoomPlugin } from "./disk-room.ts";

/** Statements without an engine, with the given minimum of free space. */
function openNothing(neededBytes: number) {
  const room = new DiskRoom({ folder: tmpdir(), neededBytes });
  const db = new Kysely<{ thing: { name: string } }>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [new RoomPlugin(room)],
  });
  return { db, room };
}

const writes: readonly (readonly [
  string,
  (db: ReturnType<typeof openNothing>["db"]) => Promise<unknown>,
])[] = [
  ["an insertion", (db) => db.insertInto("thing").values({ name: "a" }).execute()],
  ["an update", (db) => db.updateTable("thing").set({ name: "a" }).execute()],
  ["a deletion", (db) => db.deleteFrom("thing").execute()],
  [
    "SQL that writes",
    (db) => sql`with gone as (delete from thing returning 1) select * from gone`.execute(db),
  ],
];

describe("an embedded database on a disk that is almost full", () => {
  it.each(writes)("refuses %s as an outage", async (_, write) => {
    const { db } = openNothing(Number.MAX_SAFE_INTEGER);
    const error: unknown = await write(db).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "53100",
      message: expect.stringContaining("MiB") as string,
    });
    expect(toDatabaseProblem(error)).toMatchObject({ code: "UNAVAILABLE" });
  });

  it("can still be read", async () => {
    const { db, room } = openNothing(Number.MAX_SAFE_INTEGER);
    expect(await db.selectFrom("thing").selectAll().execute()).toEqual([]);
    expect((await sql`select name from thing`.execute(db)).rows).toEqual([]);
    expect(() => room.needFor("select 1")).not.toThrow();
  });

  it("can be written while there is enough space", async () => {
    const { db } = openNothing(1);
    for (const [, write] of writes) await write(db);
  });
});
