/** The search texts of a page, each short enough for PostgreSQL's index. */
export interface SearchTexts {
  readonly searchTitle: string;
  readonly searchHeadings: string;
  readonly searchBody: string;
}

/**
 * A `tsvector` has at most 1 MiB, and a text can take twice its size in it (each word of one
 * character also has a position). A page's text after these bytes is not searched.
 */
const maxBytes = { searchHeadings: 80_000, searchBody: 400_000 } as const;

export function fitSearchTexts({
  searchTitle,
  searchHeadings,
  searchBody,
}: SearchTexts): SearchTexts {
  return {
    searchTitle,
    searchHeadings: cutBytes(searchHeadings, maxBytes.searchHeadings),
    searchBody: cutBytes(searchBody, maxBytes.searchBody),
  };
}

function cutBytes(text: string, most: number): string {
  if (text.length * 3 <= most || Buffer.byteLength(text) <= most) return text;
  const whole = Buffer.from(text).subarray(0, most).toString("utf8");
  // The cut can split the last word and its last character.
  return whole.slice(0, Math.max(whole.lastIndexOf(" "), whole.lastIndexOf("\n"), 0));
}
