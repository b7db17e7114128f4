/** A field that two people changed to different values. */
export interface FieldConflict<Fields> {
  readonly field: keyof Fields & string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** The fields that were changed here and, since then, differently on the server. */
export function findConflicts<Fields extends object>(
  base: Fields,
  mine: Partial<Fields>,
  theirs: Fields,
): FieldConflict<Fields>[] {
  return (Object.keys(mine) as (keyof Fields & string)[])
    .filter((field) => theirs[field] !== base[field] && theirs[field] !== mine[field])
    .map((field) => ({ field, base: base[field], mine: mine[field], theirs: theirs[field] }));
}

/** Without the fields that the server has already as they were entered. */
export function dropEqual<Fields extends object>(
  mine: Partial<Fields>,
  server: Fields,
): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(mine).filter(([field, value]) => server[field as keyof Fields] !== value),
  ) as Partial<Fields>;
}
