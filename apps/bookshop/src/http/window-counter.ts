export interface WindowCounter {
  /** How often the key was counted within the present window. */
  read: (key: string) => number;
  /** Increments the count of the key and returns it. */
  count: (key: string) => number;
  /** Whole seconds until all counts start from 0, at least 1. */
  secondsLeft: () => number;
}

/** Counts by key within windows of one minute, which are the same for all keys. */
export function createWindowCounter(readNow: () => Date): WindowCounter {
  const windowMs = 60_000;
  let window = 0;
  const counts = new Map<string, number>();

  function read(key: string): number {
    const present = Math.floor(readNow().getTime() / windowMs);
    if (present !== window) {
      window = present;
      counts.clear();
    }
    return counts.get(key) ?? 0;
  }

  return {
    read,
    count(key) {
      const count = read(key) + 1;
      counts.set(key, count);
      return count;
    },
    secondsLeft: () => Math.max(1, Math.ceil((windowMs - (readNow().getTime() % windowMs)) / 1000)),
  };
}
