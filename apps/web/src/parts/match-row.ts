import { readFilter } from "./filter-terms.ts";

/** What a filter compares of a row, by key. */
export type RowFields<Row> = Readonly<Record<string, (row: Row) => string>>;

/**
 * Keeps the rows that a filter text describes: each key has one of its values, and every word is somewhere in the row.
 *
 * @param text - such as `role:owner ada`
 */
export function matchRows<Row>(
  rows: readonly Row[],
  fields: RowFields<Row>,
  text: string,
): readonly Row[] {
  const { terms, words } = readFilter(text, Object.keys(fields));
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (terms.size === 0 && wanted.length === 0) return rows;
  return rows.filter((row) => {
    const has = (key: string, value: string) =>
      fields[key]?.(row).toLowerCase().includes(value.toLowerCase()) ?? false;
    const all = Object.values(fields)
      .map((read) => read(row))
      .join(" ")
      .toLowerCase();
    return (
      [...terms].every(([key, values]) => values.some((value) => has(key, value))) &&
      wanted.every((word) => all.includes(word))
    );
  });
}

/** The rows in the order of one key. */
export function sortRows<Row>(
  rows: readonly Row[],
  read: ((row: Row) => string) | undefined,
  isDescending: boolean,
): readonly Row[] {
  if (read === undefined) return rows;
  const sorted = [...rows].sort((left, right) =>
    read(left).localeCompare(read(right), "en", { numeric: true }),
  );
  return isDescending ? sorted.reverse() : sorted;
}
