/**
 * The names that resemble the typed one, the nearest first; of a path, the last part may resemble
 * it.
 */
export function findCloseMatches(typed: string, names: readonly string[], most = 5): string[] {
  const wanted = typed.toLowerCase();
  const measureParts = (name: string): number => {
    const last = name.slice(name.lastIndexOf("/") + 1);
    return Math.min(measure(wanted, name), measure(wanted, last));
  };
  return names
    .map((name) => ({ name, distance: measureParts(name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

function measure(wanted: string, name: string): number {
  if (wanted === name) return 0;
  if (wanted.length > 1 && (name.includes(wanted) || wanted.includes(name))) return 0.5;
  return countEdits(wanted, name);
}

/** Letters to insert, delete, replace or swap with their neighbor (optimal string alignment). */
function countEdits(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
