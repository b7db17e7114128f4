import { makeSecretIndex, type SecretIndex, type Span } from "./secret-index.ts";

/** Credentials of one generation. A run of many passes keeps at most two generations. */
const generationSize = 1000;

/** The secrets that a masker knows. */
export interface SecretStore {
  readonly isEmpty: boolean;
  /** Kept until the end of the run. */
  keep(secret: string): void;
  /** Kept until a few thousand others were added: for values that each pass of a run gets again. */
  remember(secret: string): void;
  /** Whether the text contains a form of a secret; short ones are ignored. */
  isIn(text: string): boolean;
  /** The forms of secrets before `limit`: in order, without overlap. */
  findAll(text: string, limit: number): Span[];
}

/** Joins overlapping spans, so that nothing remains of a secret inside another. */
function mergeSpans(spans: Span[]): Span[] {
  if (spans.length < 2) return spans;
  const merged: Span[] = [];
  for (const span of spans.toSorted((left, right) => left.start - right.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}

export function makeSecretStore(): SecretStore {
  const kept = makeSecretIndex();
  let young = makeSecretIndex();
  let indexes: readonly SecretIndex[] = [kept, young];
  return {
    get isEmpty() {
      return kept.size + young.size === 0;
    },
    keep: (secret) => kept.add(secret),
    remember(secret) {
      if (young.size >= generationSize) {
        const old = young;
        young = makeSecretIndex();
        indexes = [kept, young, old];
      }
      young.add(secret);
    },
    isIn: (text) => indexes.some((index) => index.isIn(text)),
    findAll(text, limit) {
      const spans: Span[] = [];
      for (const index of indexes) {
        if (index.size > 0) spans.push(...index.findAll(text, limit));
      }
      return mergeSpans(spans);
    },
  };
}
