import { listTerms, splitRun } from "./words.ts";

/** Delimits found words. A text may contain other marks. */
const marks = { begin: "\uE000", end: "\uE001" } as const;

const longest = 180;
/** How much of an excerpt precedes the first found word. */
const before = 60;
/** Only this much of a section is searched for an excerpt. */
const maxCharacters = 20_000;

const wordForm = /[\p{L}\p{M}\p{Nd}]+/gu;

/** The part of a text that contains the most found words, each between U+E000 and U+E001. */
export function writeExcerpt(text: string, terms: ReadonlySet<string>): string {
  const tidy = text
    .slice(0, maxCharacters)
    .replaceAll(/[\s\uE000-\uE003]+/g, " ")
    .trim();
  const found = placeWords(tidy).filter(({ word }) =>
    listTerms(word).some((term) => terms.has(term)),
  );
  const start = chooseStart(
    tidy,
    found.map(({ at }) => at),
  );
  const end = cutAfter(tidy, start + longest);
  let written = start > 0 ? "…" : "";
  let at = start;
  for (const { at: begin, word } of found) {
    if (begin < start || begin + word.length > end) continue;
    written += `${tidy.slice(at, begin)}${marks.begin}${word}${marks.end}`;
    at = begin + word.length;
  }
  return `${written}${tidy.slice(at, end)}${end < tidy.length ? "…" : ""}`;
}

/** The words of a text with their positions. */
function placeWords(text: string): { readonly at: number; readonly word: string }[] {
  return Array.from(text.matchAll(wordForm)).flatMap(({ 0: run, index }) => {
    let at = index;
    return splitRun(run).map((word) => {
      const placed = { at, word };
      at += word.length;
      return placed;
    });
  });
}

/** Begins at a word slightly before the densest group of found words. */
function chooseStart(text: string, found: readonly number[]): number {
  let [best, most] = [0, 0];
  for (const [place, at] of found.entries()) {
    let held = 0;
    while ((found[place + held] ?? Number.POSITIVE_INFINITY) < at + longest - before) held += 1;
    if (held > most) [best, most] = [at, held];
  }
  if (best <= before) return 0;
  return text.indexOf(" ", best - before) + 1;
}

function cutAfter(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(" ", end);
  return space > end - longest / 2 ? space : end;
}
