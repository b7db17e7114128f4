import type { SearchPage } from "./search.types.ts";
import { packHeadings, type HeadingIndex } from "./heading-index.ts";
import { listTerms, splitWords } from "./words.ts";

/** Which sections hold which terms, packed: a large documentation has a million of such pairs. */
export interface SearchIndex {
  /** The number of each term. */
  readonly terms: ReadonlyMap<string, number>;
  /** Where the postings of each term begin; one more for the end of the last. */
  readonly starts: Uint32Array;
  /** The section in the upper 24 bits, the weight of the term in it in the lower 8; in the order of the sections. */
  readonly postings: Uint32Array;
  /** The page of each section. */
  readonly pageOf: Uint32Array;
  /** The first section of each page. */
  readonly firstSection: Uint32Array;
  /** The weights of all words of each section, and of each page. */
  readonly sectionLengths: Float64Array;
  readonly pageLengths: Float64Array;
  /** The headings of all sections, to find a query in them as it is written. */
  readonly headings: HeadingIndex;
  /** About how many bytes all of this takes. */
  readonly bytes: number;
}

export interface IndexBuilder {
  add(page: SearchPage): void;
  finish(): SearchIndex;
}

/** How much a word counts by where it stands. */
const weights = { title: 15, heading: 5, text: 1 } as const;

const mostWeight = 255;
/** A posting has no room for the numbers of more sections: those are left out. */
const mostSections = 2 ** 24;
const bytesOfTerm = 100;

/** Takes pages one by one, so that its caller can let others work in between. */
export function createIndexBuilder(): IndexBuilder {
  const collected: Collected = {
    terms: new Map(),
    termsOf: new Map(),
    found: [],
    pageOf: [],
    sectionLengths: [],
    firstSection: [],
    headings: [],
  };
  return {
    add({ title, sections }) {
      collected.firstSection.push(collected.pageOf.length);
      const [first = { heading: "", text: "" }, ...others] = sections;
      // Many a page begins with its title as a heading: it counts once.
      const heading = first.heading === title ? "" : first.heading;
      addSection(collected, [
        [title, weights.title],
        [heading, weights.heading],
        [first.text, weights.text],
      ]);
      for (const section of others)
        addSection(collected, [
          [section.heading, weights.heading],
          [section.text, weights.text],
        ]);
    },
    finish: () => pack(collected),
  };
}

interface Collected {
  readonly terms: Map<string, number>;
  /** The numbers of the terms of each word, as it is written. */
  readonly termsOf: Map<string, readonly number[]>;
  /** A term and a posting in turn, in the order of the sections. */
  readonly found: number[];
  readonly pageOf: number[];
  readonly sectionLengths: number[];
  readonly firstSection: number[];
  /** Of each section; the first one of a page has the title of the page as well. */
  readonly headings: (readonly string[])[];
}

function addSection(
  collected: Collected,
  parts: readonly (readonly [text: string, weight: number])[],
): void {
  const { found, pageOf, sectionLengths, firstSection, headings } = collected;
  const place = pageOf.length;
  if (place >= mostSections) return;
  const held = new Map<number, number>();
  let length = 0;
  for (const [text, weight] of parts)
    for (const word of splitWords(text)) {
      length += weight;
      for (const term of numberTerms(collected, word))
        held.set(term, (held.get(term) ?? 0) + weight);
    }
  for (const [term, weight] of held) found.push(term, place * 256 + Math.min(weight, mostWeight));
  pageOf.push(firstSection.length - 1);
  sectionLengths.push(length);
  headings.push(parts.slice(0, -1).map(([text]) => text));
}

function numberTerms({ terms, termsOf }: Collected, word: string): readonly number[] {
  const known = termsOf.get(word);
  if (known !== undefined) return known;
  const numbers = listTerms(word).map((term) => {
    const number = terms.get(term) ?? terms.size;
    terms.set(term, number);
    return number;
  });
  termsOf.set(word, numbers);
  return numbers;
}

/** Brings the postings of each term together; they stay in the order of the sections. */
function pack(collected: Collected): SearchIndex {
  const { terms, found, pageOf, sectionLengths, firstSection } = collected;
  const headings = packHeadings(collected.headings);
  const counts = new Uint32Array(terms.size);
  for (let at = 0; at < found.length; at += 2) count(counts, found[at]);
  const starts = new Uint32Array(terms.size + 1);
  for (const [term, size] of counts.entries()) starts[term + 1] = (starts[term] ?? 0) + size;
  const next = starts.slice();
  const postings = new Uint32Array(found.length / 2);
  for (let at = 0; at < found.length; at += 2) {
    postings[next[found[at] ?? 0] ?? 0] = found[at + 1] ?? 0;
    count(next, found[at]);
  }
  const pageLengths = new Float64Array(firstSection.length);
  for (const [section, page] of pageOf.entries())
    pageLengths[page] = (pageLengths[page] ?? 0) + (sectionLengths[section] ?? 0);
  return {
    terms,
    starts,
    postings,
    pageOf: Uint32Array.from(pageOf),
    firstSection: Uint32Array.from(firstSection),
    sectionLengths: Float64Array.from(sectionLengths),
    pageLengths,
    headings,
    bytes:
      headings.bytes +
      postings.byteLength +
      pageOf.length * 12 +
      firstSection.length * 12 +
      terms.size * bytesOfTerm,
  };
}

function count(counts: Uint32Array, at = 0): void {
  counts[at] = (counts[at] ?? 0) + 1;
}
