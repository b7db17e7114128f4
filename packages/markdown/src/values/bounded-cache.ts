/** Keeps the most recently used values, by weight. */
export interface BoundedCache<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value, weight: number) => void;
  readonly size: () => number;
}

/** A cache that holds values up to a total weight and drops the least recently used first. */
export function makeBoundedCache<Value>(maxWeight: number): BoundedCache<Value> {
  const entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  let total = 0;

  function remove(key: string): void {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // A map keeps the order of insertion: the first entry is the least recently used.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, weight) {
      remove(key);
      if (weight > maxWeight) return;
      entries.set(key, { value, weight });
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= maxWeight) break;
        remove(oldest);
      }
    },
    size: () => total,
  };
}
