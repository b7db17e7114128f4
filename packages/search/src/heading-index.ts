import { splitWords } from "./words.ts";

/** Every heading as its words in lower case, in one text in which a query is found as a phrase. */
export interface HeadingIndex {
  /** ` build target ` and a line break for each heading, in the order of the sections. */
  readonly text: string;
  /** The offset of each heading in the text. */
  readonly starts: Uint32Array;
  /** The section of each heading. */
  readonly sections: Uint32Array;
  /** Approximate size in bytes. */
  readonly bytes: number;
}

/** How well a heading matches a query. */
const headingRanks = { none: 0, phrase: 1, exact: 2 } as const;

/** Nobody types a longer heading as a query. */
const maxWords = 20;
/** A phrase in more headings than this does not distinguish them. */
const maxPhrases = 1_000;

const writePhrase = (text: string): string =>
  splitWords(text)
    .slice(0, maxWords)
    .map((word) => word.toLowerCase())
    .join(" ");

/** @param headings - those of each section; the first section of a page also has its title */
export function packHeadings(headings: readonly (readonly string[])[]): HeadingIndex {
  const lines: string[] = [];
  const starts: number[] = [];
  const sections: number[] = [];
  let at = 0;
  for (const [section, texts] of headings.entries())
    for (const phrase of texts.map(writePhrase)) {
      if (phrase === "") continue;
      const line = ` ${phrase} \n`;
      lines.push(line);
      starts.push(at);
      sections.push(section);
      at += line.length;
    }
  const text = lines.join("");
  return {
    text,
    starts: Uint32Array.from(starts),
    sections: Uint32Array.from(sections),
    bytes: text.length * 2 + starts.length * 8,
  };
}

/**
 * Sections whose heading is the query (`exact`) or contains it as a phrase. One word is contained in too many headings
 * to be significant, so it must match a whole heading.
 */
export function rankHeadings(index: HeadingIndex, query: string): Map<number, number> {
  const ranks = new Map<number, number>();
  const phrase = writePhrase(query);
  if (phrase === "") return ranks;
  const isOne = !phrase.includes(" ");
  const sought = isOne ? ` ${phrase} \n` : ` ${phrase} `;
  let found = index.text.indexOf(sought);
  while (found >= 0 && ranks.size < maxPhrases) {
    const heading = findHeading(index.starts, found);
    const isExact =
      index.starts[heading] === found && index.text[found + phrase.length + 2] === "\n";
    const rank = isExact ? headingRanks.exact : headingRanks.phrase;
    const section = index.sections[heading] ?? 0;
    if (isExact || !isOne) ranks.set(section, Math.max(rank, ranks.get(section) ?? 0));
    found = index.text.indexOf(sought, found + 1);
  }
  return ranks;
}

/** The heading at an offset of the text: the last that begins at or before it. */
function findHeading(starts: Uint32Array, place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
