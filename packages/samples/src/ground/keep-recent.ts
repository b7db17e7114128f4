/** A map of limited size that forgets old entries. */
export interface Recent<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/**
 * Holds between half of `most` entries and all of them, in two generations: a full generation
 * replaces the previous one. Entries are never deleted from a map: a long-lived map leaves an old
 * table behind whenever it is rebuilt, and the garbage collector keeps everything in that table
 * until its next full collection.
 */
export function createRecent<Key, Value>(most: number): Recent<Key, Value> {
  let young = new Map<Key, Value>();
  let old = new Map<Key, Value>();
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      young.set(key, value);
      if (young.size < most / 2) return;
      old = young;
      young = new Map();
    },
  };
}
