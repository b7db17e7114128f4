/** The references within an SVG, from which the number of drawn parts is computed. */
export interface DrawnCount {
  /** Records that `from` shows the element with the id `to`. Null is the document itself. */
  add(from: string | null, to: string): void;
  /** The number of parts that are drawn when all references are followed, at most the limit. */
  count(limit: number): number;
}

const maxDepth = 400;

/**
 * A few references that each show the next one ten times make a browser draw a thousand million
 * parts. No browser draws an element that refers to itself; it counts as one part.
 */
export function createDrawnCount(): DrawnCount {
  const shows = new Map<string | null, Map<string, number>>();
  return {
    add(from, to) {
      const counts = shows.get(from) ?? new Map<string, number>();
      shows.set(from, counts);
      counts.set(to, (counts.get(to) ?? 0) + 1);
    },
    count(limit) {
      const known = new Map<string | null, number>();
      const open = new Set<string | null>();
      const countFrom = (name: string | null): number => {
        const before = known.get(name);
        if (before !== undefined) return before;
        if (open.has(name)) return 1;
        if (open.size > maxDepth) return limit;
        open.add(name);
        let total = 1;
        for (const [to, times] of shows.get(name) ?? []) {
          total = Math.min(limit, total + times * countFrom(to));
        }
        open.delete(name);
        known.set(name, total);
        return total;
      };
      return countFrom(null);
    },
  };
}
