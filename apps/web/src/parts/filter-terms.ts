/** What a filter box says: `status:failed tag:"log in" timeout` has two terms and one word. */
export interface FilterTerms {
  /** The values of each key, in the order they were written. */
  readonly terms: ReadonlyMap<string, readonly string[]>;
  /** What belongs to no key, joined by spaces. */
  readonly words: string;
}

const piece = /(?:([A-Za-z][\w-]*):)?(?:"([^"]*)"?|(\S+))/g;

/**
 * Reads the text of a filter box.
 *
 * @param keys - that the list knows; `http://…` with an unknown key stays a word
 */
export function readFilter(text: string, keys: readonly string[]): FilterTerms {
  const terms = new Map<string, string[]>();
  const words: string[] = [];
  for (const [whole, key, quoted, plain] of text.matchAll(piece)) {
    const value = quoted ?? plain ?? "";
    const known = keys.find((one) => one.toLowerCase() === key?.toLowerCase());
    if (known === undefined) words.push(key === undefined ? value : whole);
    else if (value !== "") terms.set(known, [...(terms.get(known) ?? []), value]);
  }
  return { terms, words: words.join(" ") };
}

/** A filter text with one key set to a value; null removes the key. */
export function setTerm(text: string, key: string, value: string | null): string {
  const rest = [...text.matchAll(piece)]
    .filter(([, name]) => name?.toLowerCase() !== key.toLowerCase())
    .map(([whole]) => whole);
  if (value !== null) rest.push(`${key}:${/\s/.test(value) ? `"${value}"` : value}`);
  return rest.join(" ");
}
