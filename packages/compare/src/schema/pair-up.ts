export interface PairedUp<Thing> {
  readonly pairs: readonly (readonly [before: Thing, after: Thing])[];
  readonly lost: readonly Thing[];
  readonly gained: readonly Thing[];
}

/**
 * Matches the elements of two lists: by the first test as far as possible, then by the next one.
 */
export function pairUp<Thing>(
  before: readonly Thing[],
  after: readonly Thing[],
  ...tests: readonly ((from: Thing, to: Thing) => boolean)[]
): PairedUp<Thing> {
  const left = new Set(before);
  const right = new Set(after);
  const pairs: [Thing, Thing][] = [];
  for (const test of tests) {
    for (const from of left) {
      const to = [...right].find((other) => test(from, other));
      if (to === undefined) continue;
      left.delete(from);
      right.delete(to);
      pairs.push([from, to]);
    }
  }
  return { pairs, lost: [...left], gained: [...right] };
}
