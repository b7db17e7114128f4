import type { ReadyAnswer } from "./ready-answer.ts";

export interface AnswerCache {
  /** The cached answer of a key if it can be sent as it is; null if something must be checked first. */
  recall(key: string): ReadyAnswer | null;
  /**
   * The answer of a key; simultaneous requests share one computation.
   *
   * @param basis - everything from which it is made: an answer with another basis is made again
   */
  find(
    key: string,
    basis: AnswerBasis,
    make: () => Promise<ReadyAnswer | null>,
  ): Promise<ReadyAnswer | null>;
}

export interface AnswerBasis {
  /** Changes with everything on which an answer depends. */
  readonly state: string;
  /** Whether the basis is known to be current without a lookup. */
  readonly isCurrent: () => boolean;
}

/** Total bytes in the cache. */
const usualBytes = 64 * 1024 * 1024;

interface Entry {
  readonly state: string;
  readonly answer: Promise<ReadyAnswer | null>;
  isCurrent: () => boolean;
  /** null while it is being made. */
  ready: ReadyAnswer | null;
  bytes: number;
}

/** Caches answers by request; the least recently used go first. */
export function createAnswerCache(maxBytes = usualBytes): AnswerCache {
  const cached = new Map<string, Entry>();
  let bytes = 0;

  const drop = (key: string): void => {
    bytes -= cached.get(key)?.bytes ?? 0;
    cached.delete(key);
  };
  const touch = (key: string, entry: Entry): void => {
    cached.delete(key);
    cached.set(key, entry);
  };
  const keep = (key: string, entry: Entry, answer: ReadyAnswer): void => {
    entry.ready = answer;
    entry.bytes = answer.bytes + (key.length + entry.state.length) * 2;
    bytes += entry.bytes;
    for (const oldest of cached.keys()) {
      if (bytes <= maxBytes) break;
      drop(oldest);
    }
  };

  return {
    recall(key) {
      const entry = cached.get(key);
      if (entry === undefined || entry.ready === null || !entry.isCurrent()) return null;
      touch(key, entry);
      return entry.ready;
    },
    find(key, { state, isCurrent }, make) {
      const known = cached.get(key);
      if (known?.state === state) {
        known.isCurrent = isCurrent;
        touch(key, known);
        return known.answer;
      }
      drop(key);
      const entry: Entry = { state, isCurrent, answer: make(), ready: null, bytes: 0 };
      cached.set(key, entry);
      entry.answer.then(
        (answer) => {
          if (cached.get(key) !== entry) return;
          // Missing pages can be requested under any name, so they are not worth caching.
          if (answer === null) drop(key);
          else keep(key, entry, answer);
        },
        () => {
          if (cached.get(key) === entry) drop(key);
        },
      );
      return entry.answer;
    },
  };
}
