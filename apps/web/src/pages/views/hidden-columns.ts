/** Which columns a list hides: their names in lower case, separated by commas. */
export function readHidden(hide: string | undefined): ReadonlySet<string> {
  return new Set((hide ?? "").split(",").filter((name) => name !== ""));
}

interface Named {
  readonly name: string;
}

/** The columns that are shown. The first one contains the link of the row, and stays. */
export function shownColumns<Column extends Named>(
  columns: readonly Column[],
  hide: string | undefined,
): readonly Column[] {
  const hidden = readHidden(hide);
  return columns.filter(({ name }, at) => at === 0 || !hidden.has(name.toLowerCase()));
}

/** The parameter with a column hidden or shown; undefined where all are shown. */
export function toggleColumn(hide: string | undefined, name: string): string | undefined {
  const hidden = new Set(readHidden(hide));
  const key = name.toLowerCase();
  if (!hidden.delete(key)) hidden.add(key);
  return hidden.size === 0 ? undefined : [...hidden].sort().join(",");
}
