import { sql, type AliasableExpression, type Compilable } from "kysely";
import { gatherCalls } from "../gather-calls.ts";
import { compileOnce, type ReadyStatement } from "./compile-once.ts";
import type { Database } from "./open-database.ts";

/**
 * Makes a read by ids for frequent use. It is compiled once, and simultaneous calls share one
 * statement, which costs both sides much more than its rows. The statement starts after all of its
 * calls, so no call reads an older state. In a transaction a call reads alone.
 *
 * `build` uses its arguments, which are UUIDs, as values only.
 */
export function shareRead<Ids extends readonly string[], Row>(
  build: (db: Database, ...ids: Ids) => Compilable<Row> & AliasableExpression<Row>,
): ReadyStatement<Ids, Row> {
  const readAlone = compileOnce(build);
  const readTogether = compileOnce(
    (db: Database, ...columns: readonly (readonly string[])[]) => joinToIds(db, columns, build),
    build.length - 1,
  );
  const shared = new WeakMap<Database, (ids: Ids) => Promise<Row[]>>();

  function sharedBy(db: Database) {
    const known = shared.get(db);
    if (known !== undefined) return known;
    const ask = gatherCalls(async (calls: readonly Ids[]) => {
      const [first, ...others] = calls;
      if (first !== undefined && others.length === 0) return [await readAlone(db, ...first)];
      const columns = first?.map((_, at) => calls.map((ids) => ids[at] ?? "")) ?? [];
      return sortOut(await readTogether(db, ...columns), calls.length);
    });
    shared.set(db, ask);
    return ask;
  }

  return (db, ...ids) => (db.isTransaction ? readAlone(db, ...ids) : sharedBy(db)(ids));
}

/** A row of a statement for several calls. `place` is the number of its call, counted from 1. */
type Placed<Row> = Row & { readonly place: number };

/**
 * Runs the query for each row of the columns and keeps its order: a lateral join is a nested loop.
 */
function joinToIds<Ids extends readonly string[], Row>(
  db: Database,
  columns: readonly (readonly string[])[],
  build: (db: Database, ...ids: Ids) => AliasableExpression<Row>,
): Compilable<Placed<Row>> {
  const names = columns.map((_, at) => `id_${at}`);
  const ids = names.map((name) => sql.ref(`asked.${name}`));
  const query = build(db, ...(ids as readonly unknown[] as Ids));
  const lists = columns.map((column) => sql`${sql.val(column)}::uuid[]`);
  const statement = sql<Placed<Row>>`select asked.place::int as place, found.*
    from unnest(${sql.join(lists)}) with ordinality as asked (${sql.join([...names, "place"].map((name) => sql.id(name)))})
    cross join lateral ${query} as found`;
  return { compile: () => statement.compile(db) };
}

function sortOut<Row>(rows: readonly Placed<Row>[], count: number): Row[][] {
  const lists = Array.from({ length: count }, (): Row[] => []);
  for (const row of rows) lists[row.place - 1]?.push(row);
  return lists;
}
