/** What refers to what in an SVG: how often its parts are drawn follows from it. */
export interface DrawnCount {
  /** Notes that `from` shows what is called `to`; null: the document itself. */
  add(from: string | null, to: string): void;
  /** How many parts are drawn once all references are followed, but never more than the limit. */
  count(limit: number): number;
}

const mostDeep = 400;

/**
 * A few references that each show the next one ten times are a thousand million parts in the
 * reader's browser. What refers to itself is drawn by none, and counts as one.
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
        if (open.size > mostDeep) return limit;
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
