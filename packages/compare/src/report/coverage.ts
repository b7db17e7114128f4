/** What a finding covers. */
interface Covering {
  readonly before?: unknown;
  readonly after?: unknown;
  readonly isWhole?: boolean;
}

/** The places of the documents that findings cover, by their pointers. */
export interface Coverage {
  add(pointer: string, finding: Covering): void;
  /** Whether a finding covers the place: itself, a whole that includes it, or its container. */
  covers(pointer: string, read: (pointer: string) => readonly unknown[]): boolean;
  /** Whether a finding covers something below the place. */
  hasBelow(pointer: string): boolean;
}

const isCompound = (value: unknown): boolean => typeof value === "object" && value !== null;

export function beginCoverage(): Coverage {
  const places = new Map<string, { isWhole: boolean; readonly values: Set<unknown> }>();
  const holders = new Set<string>();

  const addHolders = (pointer: string): void => {
    for (let at = pointer.lastIndexOf("/"); at >= 0; at = pointer.lastIndexOf("/", at - 1)) {
      const holder = pointer.slice(0, at);
      if (holders.has(holder)) return;
      holders.add(holder);
      if (at === 0) return;
    }
  };
  return {
    add(pointer, { before, after, isWhole = false }) {
      const place = places.get(pointer) ?? { isWhole: false, values: new Set() };
      if (!places.has(pointer)) addHolders(pointer);
      places.set(pointer, place);
      if (isWhole) place.isWhole = true;
      // A finding that shows the value of the place covers its whole content.
      for (const value of [before, after]) if (isCompound(value)) place.values.add(value);
    },
    covers(pointer, read) {
      if (places.has(pointer)) return true;
      let holder = pointer.slice(0, pointer.lastIndexOf("/"));
      // The finding names the direct container, such as a body that became required.
      if (pointer !== "" && places.has(holder)) return true;
      while (holder !== "") {
        const place = places.get(holder);
        if (place !== undefined) {
          if (place.isWhole) return true;
          if (place.values.size > 0 && read(holder).some((value) => place.values.has(value)))
            return true;
        }
        holder = holder.slice(0, holder.lastIndexOf("/"));
      }
      return false;
    },
    hasBelow: (pointer) => holders.has(pointer),
  };
}
