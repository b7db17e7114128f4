import { isOneEdit } from "./one-edit.ts";
import { stemOf } from "./words.ts";

/** Terms of an index that match a word of a query, with their weights. */
export type WordTerms = ReadonlyMap<string, number>;

const shares = { stem: 1, exact: 0.4, beginning: 0.5, misspelt: 0.6 } as const;

/** A shorter word is one edit away from too many others. */
const minMisspelt = 4;
const minBeginning = 2;
/** The maximum of terms that begin with a word. The shortest are taken: they are the nearest. */
const maxBeginnings = 30;

type Terms = Pick<ReadonlyMap<string, unknown>, "has" | "keys">;

/**
 * A word that no page contains is replaced by the words that are one edit away.
 *
 * @param word - in lower case
 * @param isBeginning - it also matches the words that begin with it, because the reader may still be typing
 */
export function expandWord(terms: Terms, word: string, isBeginning: boolean): WordTerms {
  const found = new Map<string, number>();
  const stem = stemOf(word);
  if (isBeginning)
    for (const term of listBeginnings(terms, word)) found.set(term, shares.beginning);
  if (terms.has(word)) found.set(word, shares.exact);
  if (terms.has(stem)) found.set(stem, shares.stem);
  if (found.size === 0)
    for (const term of listMisspelt(terms, word, stem)) found.set(term, shares.misspelt);
  return found;
}

function listBeginnings(terms: Terms, word: string): string[] {
  if (word.length < minBeginning) return [];
  return [...terms.keys()]
    .filter((term) => term.startsWith(word))
    .toSorted((left, right) => left.length - right.length)
    .slice(0, maxBeginnings);
}

function listMisspelt(terms: Terms, word: string, stem: string): string[] {
  // A number is not a misspelt word.
  if (word.length < minMisspelt || /\d/.test(word)) return [];
  const isNear = (term: string, asked: string) =>
    Math.abs(term.length - asked.length) <= 1 && isOneEdit(term, asked);
  return [...terms.keys()].filter(
    (term) => term.length >= minMisspelt - 1 && (isNear(term, word) || isNear(term, stem)),
  );
}
