/** A map of bounded size that drops entries that were not read for a long time. */
export interface RecentMap<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
}

/**
 * Holds between `maxEntries / 2` and `maxEntries` of the most recently used entries, in two
 * generations. When the young one is full, it replaces the old one. An entry that is found in the
 * old one moves to the young one.
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
