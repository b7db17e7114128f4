/** The median of the values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** `median (least–most)` with a unit. */
export function describeValues(values: readonly number[], unit: string): string {
  const digits = median(values) < 10 ? 2 : 1;
  const show = (value: number) => value.toFixed(digits);
  return `${show(median(values))} ${unit} (${show(Math.min(...values))}–${show(Math.max(...values))})`;
}
