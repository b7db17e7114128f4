/** What a page is found by: no part is longer than PostgreSQL can index. */
export interface SearchTexts {
  readonly searchTitle: string;
  readonly searchHeadings: string;
  readonly searchBody: string;
}

/**
 * A `tsvector` holds 1 MiB, and a text may take twice its bytes in it (a word of one character has its
 * position beside it). What comes after these bytes of a page is not searched.
 */
const mostBytes = { searchHeadings: 80_000, searchBody: 400_000 } as const;

export function fitSearchTexts({
  searchTitle,
  searchHeadings,
  searchBody,
}: SearchTexts): SearchTexts {
  return {
    searchTitle,
    searchHeadings: cutBytes(searchHeadings, mostBytes.searchHeadings),
    searchBody: cutBytes(searchBody, mostBytes.searchBody),
  };
}

function cutBytes(text: string, most: number): string {
  if (text.length * 3 <= most || Buffer.byteLength(text) <= most) return text;
  const whole = Buffer.from(text).subarray(0, most).toString("utf8");
  // The last word may be cut, and its last character with it.
  return whole.slice(0, Math.max(whole.lastIndexOf(" "), whole.lastIndexOf("\n"), 0));
}
