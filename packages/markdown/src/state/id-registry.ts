/** The ids of one page. Each is assigned once. */
export interface IdRegistry {
  /** The wanted id, or with the next free number appended. */
  readonly take: (wanted: string) => string;
  readonly has: (id: string) => boolean;
}

/** Reserves ids for the renderer's footnotes, tabs and diagrams; headings never get one. */
export const ownPrefix = "lm-";

export function makeIdRegistry(): IdRegistry {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return {
    take(wanted) {
      let id = wanted;
      let number = next.get(wanted) ?? 1;
      while (taken.has(id)) {
        id = `${wanted}-${number}`;
        number += 1;
      }
      next.set(wanted, number);
      taken.add(id);
      return id;
    },
    has: (id) => taken.has(id),
  };
}
