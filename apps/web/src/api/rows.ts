/** Rows of a list, of which only some may have been read yet. */
export interface Rows<Row> {
  readonly count: number;
  /** undefined: not read yet */
  readonly at: (index: number) => Row | undefined;
  /** Called with the rows that are drawn, so that they are read. */
  readonly onShow?: (first: number, last: number) => void;
  /** Those that have been read; omitted: all. */
  readonly read?: () => readonly Row[];
}

export function allRows<Row>(rows: readonly Row[]): Rows<Row> {
  return { count: rows.length, at: (index) => rows[index] };
}
