import type { Compilable, CompiledQuery } from "kysely";
import type { Database } from "./open-database.ts";

/** A statement whose text is ready: running it costs no building and no compiling. */
export type ReadyStatement<Args extends readonly unknown[], Row> = (
  db: Database,
  ...args: Args
) => Promise<Row[]>;

/** Stands for an argument while the statement is built; the compiler hands it through. */
interface Marker {
  readonly argument: number;
}

/**
 * Makes a hot statement that is built and compiled at its first use and never again. `build` must
 * use its arguments as values alone: what they are cannot change the text.
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
