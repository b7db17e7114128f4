import { TooSlowError } from "./run-bounded.ts";

/** The result of a search in a document. */
export type SearchAnswer = { readonly values: unknown[] } | { readonly error: string };

/** How long all searches of one turn of the event loop may delay others. */
const turnMs = 50;

/** A search that would delay others: it must be made in a thread, and its result cached. */
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

/** The remaining time of the turn; null where nothing waits, as in a thread. */
let leftMs: number | null = null;

/**
 * Runs work whose searches together may use the time of one turn.
 * @throws SlowSearchError if they would take longer, or the error of the work.
 */
export function searchInTurn<T>(work: () => T): T {
  leftMs = turnMs;
  try {
    return work();
  } finally {
    leftMs = null;
  }
}

/** @throws SlowSearchError if the time of the turn is used up; TooSlowError outside of a turn. */
export function timeSearch<T>(
  path: string,
  document: unknown,
  limitMs: number,
  search: (maxMs: number) => T,
): T {
  if (leftMs === null) return search(limitMs);
  const maxMs = Math.ceil(leftMs);
  if (maxMs <= 0) throw new SlowSearchError(path, document);
  const startedAt = performance.now();
  try {
    return search(maxMs);
  } catch (error) {
    throw error instanceof TooSlowError ? new SlowSearchError(path, document) : error;
  } finally {
    leftMs -= performance.now() - startedAt;
  }
}
