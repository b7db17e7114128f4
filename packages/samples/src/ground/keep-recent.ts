/** A map of bounded size that forgets what was put in long ago. */
export interface Recent<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/**
 * Holds between half of `most` entries and all of them, in two generations: a full one takes the place of the one before
 * it. No map is deleted from: one that lives long leaves a table behind each time it is made anew, and the collector
 * takes all that such a table names for alive until it next goes through the whole heap.
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
