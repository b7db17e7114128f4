const byPosition = (left: { position: number }, right: { position: number }) =>
  left.position - right.position;

/** The rows of each owner in order; an empty list for an owner without rows. */
export interface RowsOf<Row> {
  (owner: string): readonly Row[];
}

/** Groups rows by their owner, without those whose owner is null. */
export function groupRows<Row extends { readonly position: number }>(
  rows: readonly Row[],
  ownerOf: (row: Row) => string | null,
): RowsOf<Row> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const owner = ownerOf(row);
    if (owner === null) continue;
    const group = groups.get(owner);
    if (group === undefined) groups.set(owner, [row]);
    else group.push(row);
  }
  for (const group of groups.values()) group.sort(byPosition);
  return (owner) => groups.get(owner) ?? [];
}

export const sortRows = <Row extends { readonly position: number }>(rows: readonly Row[]): Row[] =>
  [...rows].sort(byPosition);
