import { stemmer } from "stemmer";

/** A longer word is a digest or data, which nobody types. */
const longestWord = 64;

const separators = /[^\p{L}\p{M}\p{Nd}]+/u;

/** Where a name such as `createUser`, `HTTPServer` or `http2` falls into words. */
const humps = /(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{Nd})/u;

/** Scripts that put no spaces between words. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Khmer}\p{scx=Lao}]/u;
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** The words of a text in their order, as they are written. */
export function splitWords(text: string): string[] {
  const runs = text.normalize("NFC").split(separators);
  const words = unspaced.test(text) ? runs.flatMap(splitRun) : runs;
  return words.filter((word) => word !== "" && word.length <= longestWord);
}

/** Letters without a space in between: one word in most scripts. */
export function splitRun(run: string): string[] {
  if (!unspaced.test(run)) return [run];
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}

/** The terms that a word is found by: itself, its stem, and the stems of the words that it is composed of. */
export function listTerms(word: string): string[] {
  const whole = word.toLowerCase();
  const parts = word.split(humps);
  const stems = parts.length === 1 ? [] : parts.map((part) => stemOf(part.toLowerCase()));
  return [...new Set([whole, stemOf(whole), ...stems])];
}

/** Porter's stem of an English word. A word with another letter or a digit is its own stem. */
export function stemOf(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}

const stopWords: ReadonlySet<string> = new Set(
  `a about am an and any are as at be been by can could did do does for from get had has have how i if in into is it its
  me my of on or our should so some than that the their them then there these they this those to up use using was we were
  what when where which who why will with would you your`.split(/\s+/),
);

/** Whether a word, in lower case, says nothing about what a reader searches for. */
export const isStopWord = (word: string): boolean => stopWords.has(word);
