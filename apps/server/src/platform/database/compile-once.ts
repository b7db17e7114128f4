import type { Compilable, CompiledQuery } from "kysely";
import type { Database } from "./open-database.ts";

/** A compiled statement, which is run without building or compiling it again. */
export type ReadyStatement<Args extends readonly unknown[], Row> = (
  db: Database,
  ...args: Args
) => Promise<Row[]>;

/** The placeholder of an argument while the statement is built. The compiler passes it through. */
interface Marker {
  readonly argument: number;
}

/**
 * Makes a statement for frequent use that is built and compiled only at its first use. `build` must
 * use its arguments only as values, because they cannot change the text.
 */
export function compileOnce<Args extends readonly unknown[], Row>(
  build: (db: Database, ...args: Args) => Compilable<Row>,
  // The first parameter of `build` is the database.
  count = build.length - 1,
): ReadyStatement<Args, Row> {
  const markers: Marker[] = Array.from({ length: count }, (_, argument) =>
    Object.freeze({ argument }),
  );
  let compiled: CompiledQuery<Row> | null = null;
  return async (db, ...args) => {
    compiled ??= build(db, ...(markers as readonly unknown[] as Args)).compile();
    const parameters = compiled.parameters.map((value) =>
      markers.includes(value as Marker) ? args[(value as Marker).argument] : value,
    );
    const ready: CompiledQuery<Row> = { ...compiled, parameters };
    return (await db.executeQuery(ready)).rows;
  };
}
