import { TooSlowError } from "./run-bounded.ts";

/** What a search in a document came to. */
export type SearchAnswer = { readonly values: unknown[] } | { readonly error: string };

/** All searches of one turn of the event loop together may keep others waiting for so long. */
const turnMs = 50;

/** A search that would keep others waiting: it is to be made in a thread, and its answer kept. */
export class SlowSearchError extends Error {
  override readonly name = "SlowSearchError";
  readonly path: string;
  readonly document: unknown;
  constructor(path: string, document: unknown) {
    super(`the search for ${path} takes long`);
    this.path = path;
    this.document = document;
  }
}

const answers = new WeakMap<object, Map<string, SearchAnswer>>();

export function findAnswer(document: unknown, path: string): SearchAnswer | undefined {
  return typeof document === "object" && document !== null
    ? answers.get(document)?.get(path)
    : undefined;
}

export function keepAnswer(document: unknown, path: string, answer: SearchAnswer): void {
  if (typeof document !== "object" || document === null) return;
  const known = answers.get(document) ?? new Map<string, SearchAnswer>();
  answers.set(document, known.set(path, answer));
}

/** What is left of the turn; null where nobody waits, as in a thread. */
let leftMs: number | null = null;

/**
 * Does work whose searches together may take the time of one turn.
 * @throws SlowSearchError where they would take longer, or what the work throws.
 */
export function searchInTurn<T>(work: () => T): T {
  leftMs = turnMs;
  try {
    return work();
  } finally {
    leftMs = null;
  }
}

/** @throws SlowSearchError where the time of the turn is used up; TooSlowError outside of a turn. */
export function timeSearch<T>(
  path: string,
  document: unknown,
  limitMs: number,
  search: (mostMs: number) => T,
): T {
  if (leftMs === null) return search(limitMs);
  const mostMs = Math.ceil(leftMs);
  if (mostMs <= 0) throw new SlowSearchError(path, document);
  const startedAt = performance.now();
  try {
    return search(mostMs);
  } catch (error) {
    throw error instanceof TooSlowError ? new SlowSearchError(path, document) : error;
  } finally {
    leftMs -= performance.now() - startedAt;
  }
}
