import { gatherCalls } from "../gather-calls.ts";
import type { Database } from "./open-database.ts";

/** A row of a statement for several keys; `place` says which of them it is of, counted from 1. */
interface PlacedRow {
  readonly place: number;
}

/**
 * Makes a hot read of which calls that come together share one statement: a statement costs both
 * sides much more than its rows. It starts after all of its calls have come, so none of them sees
 * what was before it. What runs in a transaction reads there, and for itself.
 */
export function gatherReads<Key, Row extends PlacedRow>(
  read: (db: Database, keys: readonly Key[]) => Promise<readonly Row[]>,
): (db: Database, key: Key) => Promise<readonly Row[]> {
  const gathered = new WeakMap<Database, (key: Key) => Promise<readonly Row[]>>();

  function gatheredOf(db: Database) {
    let ask = gathered.get(db);
    if (ask === undefined) {
      ask = gatherCalls(async (keys: readonly Key[]) => sortOut(await read(db, keys), keys.length));
      gathered.set(db, ask);
    }
    return ask;
  }

  return (db, key) => (db.isTransaction ? read(db, [key]) : gatheredOf(db)(key));
}

function sortOut<Row extends PlacedRow>(rows: readonly Row[], count: number): Row[][] {
  const lists = Array.from({ length: count }, (): Row[] => []);
  for (const row of rows) lists[row.place - 1]?.push(row);
  return lists;
}
