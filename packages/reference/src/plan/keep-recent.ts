/** A map that holds so many entries at most: the one that was put in first is forgotten first. */
export interface Recent<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

export function createRecent<Key, Value>(most: number): Recent<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.set(key, value);
      // A map lists its keys in the order in which they were put in.
      for (const first of entries.keys()) {
        if (entries.size <= most) break;
        entries.delete(first);
      }
    },
  };
}
