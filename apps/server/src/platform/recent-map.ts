/** A map of bounded size that forgets what was not asked for in a long time. */
export interface RecentMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
}

/**
 * Holds between `maxEntries / 2` and `maxEntries` of the entries used last, in two generations:
 * when the young one is full it becomes the old one, whose own predecessor is forgotten. What is
 * found in the old one moves up.
 */
export function createRecentMap<Key, Value>(maxEntries: number): RecentMap<Key, Value> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();

  function set(key: Key, value: Value): void {
    old.delete(key);
    young.set(key, value);
    if (young.size < maxEntries / 2) return;
    old = young;
    young = new Map();
  }

  return {
    get(key) {
      const recent = young.get(key);
      if (recent !== undefined) return recent;
      const value = old.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
  };
}
