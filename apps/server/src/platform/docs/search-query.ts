/** More words than a reader types. */
const maxWords = 12;

/**
 * What a reader typed, as a query of PostgreSQL: every word, the last one also as the beginning of a
 * longer one. Null where there is no word in it.
 */
export function toQuery(text: string): string | null {
  const words = text
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{Nd}]+/u)
    .filter((word) => word !== "")
    .slice(0, maxWords);
  if (words.length === 0) return null;
  // Letters, marks and digits alone: nothing in them is a sign of the query language.
  return words.map((word, at) => (at === words.length - 1 ? `${word}:*` : word)).join(" & ");
}
