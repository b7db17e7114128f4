import { makeSecretIndex, type SecretIndex, type Span } from "./secret-index.ts";

/** Credentials of one generation: what a run of many passes keeps is bounded by two of them. */
const generationSize = 1000;

/** What a masker knows. */
export interface SecretStore {
  readonly isEmpty: boolean;
  /** Known to the end. */
  keep(secret: string): void;
  /** Known until some thousand others came: for what each pass of a run gets anew. */
  remember(secret: string): void;
  /** Whether a form of a secret is in a text; the short ones are not looked for. */
  isIn(text: string): boolean;
  /** Where forms of secrets begin before `limit`: in order, without overlap. */
  findAll(text: string, limit: number): Span[];
}

/** Joins spans that overlap, so that nothing of a secret inside another is left over. */
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
