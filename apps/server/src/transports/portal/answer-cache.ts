import type { ReadyAnswer } from "./ready-answer.ts";

export interface AnswerCache {
  /** What is kept of a key and can be sent as it is; null where something has to be looked up first. */
  recall(key: string): ReadyAnswer | null;
  /**
   * The answer of a key; requests that come together wait for one making of it.
   *
   * @param basis - all that it is made from: what was made from another is made anew
   */
  find(
    key: string,
    basis: AnswerBasis,
    make: () => Promise<ReadyAnswer | null>,
  ): Promise<ReadyAnswer | null>;
}

export interface AnswerBasis {
  /** Changes with everything that an answer depends on. */
  readonly state: string;
  /** Whether that is known to be so still, without looking it up. */
  readonly isCurrent: () => boolean;
}

/** Bytes of all that is kept. */
const usualBytes = 64 * 1024 * 1024;

interface Entry {
  readonly state: string;
  readonly answer: Promise<ReadyAnswer | null>;
  isCurrent: () => boolean;
  /** null as long as it is being made. */
  ready: ReadyAnswer | null;
  bytes: number;
}

/** Keeps answers by what was asked for; the ones used longest ago go first. */
export function createAnswerCache(mostBytes = usualBytes): AnswerCache {
  const kept = new Map<string, Entry>();
  let bytes = 0;

  const drop = (key: string): void => {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };
  const touch = (key: string, entry: Entry): void => {
    kept.delete(key);
    kept.set(key, entry);
  };
  const keep = (key: string, entry: Entry, answer: ReadyAnswer): void => {
    entry.ready = answer;
    entry.bytes = answer.bytes + (key.length + entry.state.length) * 2;
    bytes += entry.bytes;
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) break;
      drop(oldest);
    }
  };

  return {
    recall(key) {
      const entry = kept.get(key);
      if (entry === undefined || entry.ready === null || !entry.isCurrent()) return null;
      touch(key, entry);
      return entry.ready;
    },
    find(key, { state, isCurrent }, make) {
      const known = kept.get(key);
      if (known?.state === state) {
        known.isCurrent = isCurrent;
        touch(key, known);
        return known.answer;
      }
      drop(key);
      const entry: Entry = { state, isCurrent, answer: make(), ready: null, bytes: 0 };
      kept.set(key, entry);
      entry.answer.then(
        (answer) => {
          if (kept.get(key) !== entry) return;
          // What is not there is asked for under any name: it is not worth keeping.
          if (answer === null) drop(key);
          else keep(key, entry, answer);
        },
        () => {
          if (kept.get(key) === entry) drop(key);
        },
      );
      return entry.answer;
    },
  };
}
