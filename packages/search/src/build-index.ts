import type { SearchPage } from "./search.types.ts";
import { packHeadings, type HeadingIndex } from "./heading-index.ts";
import { listTerms, splitWords } from "./words.ts";

/** Maps terms to sections in packed form: a large documentation has a million of these pairs. */
export interface SearchIndex {
  /** The number of each term. */
  readonly terms: ReadonlyMap<string, number>;
  /** Offsets of the postings of each term, followed by the end of the last. */
  readonly starts: Uint32Array;
  /** The section in the upper 24 bits, the weight of the term in it in the lower 8; ordered by section. */
  readonly postings: Uint32Array;
  /** The page of each section. */
  readonly pageOf: Uint32Array;
  /** The first section of each page. */
  readonly firstSection: Uint32Array;
  /** The total weight of the words of each section and of each page. */
  readonly sectionLengths: Float64Array;
  readonly pageLengths: Float64Array;
  /** The headings of all sections, to find a query in them as a phrase. */
  readonly headings: HeadingIndex;
  /** Approximate size in bytes. */
  readonly bytes: number;
}

export interface IndexBuilder {
  add(page: SearchPage): void;
  finish(): SearchIndex;
}

/** The weight of a word by its position. */
const weights = { title: 15, heading: 5, text: 1 } as const;

const maxWeight = 255;
/** A posting has no room for more section numbers: further sections are not indexed. */
const maxSections = 2 ** 24;
const bytesOfTerm = 100;

/** Adds pages one by one, so that its caller can yield between them. */
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
      // Many pages begin with their title as a heading: it counts once.
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
  /** The numbers of the terms of each word, by its spelling. */
  readonly termsOf: Map<string, readonly number[]>;
  /** A term and a posting in turn, ordered by section. */
  readonly found: number[];
  readonly pageOf: number[];
  readonly sectionLengths: number[];
  readonly firstSection: number[];
  /** Headings of each section. The first one of a page also has the title of the page. */
  readonly headings: (readonly string[])[];
}

function addSection(
  collected: Collected,
  parts: readonly (readonly [text: string, weight: number])[],
): void {
  const { found, pageOf, sectionLengths, firstSection, headings } = collected;
  const place = pageOf.length;
  if (place >= maxSections) return;
  const held = new Map<number, number>();
  let length = 0;
  for (const [text, weight] of parts)
    for (const word of splitWords(text)) {
      length += weight;
      for (const term of numberTerms(collected, word))
        held.set(term, (held.get(term) ?? 0) + weight);
    }
  for (const [term, weight] of held) found.push(term, place * 256 + Math.min(weight, maxWeight));
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

/** Groups the postings by term; they stay ordered by section. */
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
