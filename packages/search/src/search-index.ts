import type { SearchIndex } from "./build-index.ts";
import { expandWord, type WordTerms } from "./expand-word.ts";
import { rankHeadings } from "./heading-index.ts";
import type { Hits, PageHit } from "./search.types.ts";
import { isStopWord, splitWords } from "./words.ts";

/** More words than a reader types. */
const maxWords = 12;

/** BM25: how soon further occurrences of a word stop counting, and how much less they count in a long text. */
const saturation = 8;
const lengthShare = 0.3;
/** The share of its best section's score that is added to a page's own. */
const sectionShare = 0.5;

/** Higher than any score: a heading that equals the query precedes all that only contain its words. */
const rankWorth = 10_000;
/** The maximum of sections of one page whose headings match the query. */
const maxSections = 3;

/**
 * The pages that contain a word of the query, the best first: BM25 of the page and of its best section, times the share
 * of the query's words that the page contains. No page needs to contain all of them. A section whose heading is the
 * query comes first, then those whose headings contain it as a phrase; a page may have several of both.
 */
export function searchIndex(index: SearchIndex, query: string, take: number): Hits {
  const words = readQuery(query);
  const asked = words.map((word, at) => expandWord(index.terms, word, at === words.length - 1));
  const candidates = new Map<number, Candidate>();
  for (const terms of asked) addWord(index, terms, candidates);
  const ranks = rankHeadings(index.headings, query);
  const hits = [...candidates].flatMap(([page, candidate]) =>
    rankPage(index, page, candidate, asked.length, ranks),
  );
  const pages = hits
    .toSorted((left, right) => right.score - left.score || left.page - right.page)
    .slice(0, take);
  return {
    pages,
    total: hits.length,
    terms: new Set(asked.flatMap((terms) => [...terms.keys()])),
  };
}

/** The significant words of a query, in lower case; all of them if none is significant. */
function readQuery(query: string): string[] {
  const words = splitWords(query).map((word) => word.toLowerCase());
  const significant = words.filter((word) => !isStopWord(word));
  return [...new Set(significant.length === 0 ? words : significant)].slice(0, maxWords);
}

interface Candidate {
  score: number;
  /** How many words of the query the page contains. */
  words: number;
  /** The score of each section that contains one. */
  readonly sections: Map<number, number>;
}

/** Adds the score of one word of the query to every page and section that contains it. */
function addWord(index: SearchIndex, terms: WordTerms, candidates: Map<number, Candidate>): void {
  const { pageOf, pageLengths, sectionLengths } = index;
  const inSections = weighSections(index, terms);
  const inPages = new Map<number, number>();
  for (const [section, weight] of inSections) add(inPages, pageOf[section] ?? 0, weight);
  const pageWorth = measure(inPages.size, pageLengths);
  for (const [page, weight] of inPages) {
    const candidate = candidates.get(page) ?? { score: 0, words: 0, sections: new Map() };
    candidates.set(page, candidate);
    candidate.words += 1;
    candidate.score += pageWorth(weight, pageLengths[page] ?? 0);
  }
  const sectionWorth = measure(inSections.size, sectionLengths);
  for (const [section, weight] of inSections) {
    const sections = candidates.get(pageOf[section] ?? 0)?.sections;
    if (sections !== undefined)
      add(sections, section, sectionWorth(weight, sectionLengths[section] ?? 0));
  }
}

/** The weight of a word's terms in each section. */
function weighSections(
  { terms, starts, postings }: SearchIndex,
  asked: WordTerms,
): Map<number, number> {
  const weights = new Map<number, number>();
  for (const [term, share] of asked) {
    const number = terms.get(term);
    if (number === undefined) continue;
    for (const posting of postings.subarray(starts[number], starts[number + 1]))
      add(weights, posting >>> 8, (posting & 255) * share);
  }
  return weights;
}

function add(sums: Map<number, number>, key: number, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}

const averages = new WeakMap<Float64Array, number>();

function averageOf(lengths: Float64Array): number {
  const known = averages.get(lengths);
  if (known !== undefined) return known;
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  averages.set(lengths, average);
  return average;
}

/** BM25: the score of a word's weight in one text, given how many texts contain it. */
function measure(holding: number, lengths: Float64Array) {
  const rarity = Math.log(1 + (lengths.length - holding + 0.5) / (holding + 0.5));
  const average = averageOf(lengths);
  return (weight: number, length: number): number => {
    const room = saturation * (1 - lengthShare + (lengthShare * length) / average);
    return (rarity * weight * (saturation + 1)) / (weight + room);
  };
}

/** The page with its best section, and further sections whose headings match the query. */
function rankPage(
  { firstSection }: SearchIndex,
  page: number,
  { score, words, sections }: Candidate,
  asked: number,
  ranks: ReadonlyMap<number, number>,
): PageHit[] {
  const first = firstSection[page] ?? 0;
  const rankOf = (section: number) => (ranks.get(section) ?? 0) * rankWorth;
  const best = [...sections]
    .map(([section, worth]) => ({ section, worth, rank: rankOf(section) }))
    .toSorted((left, right) => right.rank - left.rank || right.worth - left.worth)
    .filter(({ rank }, at) => at === 0 || (at < maxSections && rank > 0));
  return best.map(({ section, worth, rank }, at) => ({
    page,
    section: section - first,
    score:
      rank + (at === 0 ? score + sectionShare * worth : sectionShare * worth) * (words / asked),
  }));
}
