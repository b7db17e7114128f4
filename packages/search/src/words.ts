import { stemmer } from "stemmer";

/** A longer word is a digest or data. No search contains one. */
const maxWord = 64;

const separators = /[^\p{L}\p{M}\p{Nd}]+/u;

/** The positions at which a name such as `createUser`, `HTTPServer` or `http2` is split into words. */
const humps = /(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{Nd})/u;

/** Scripts without spaces between words. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Khmer}\p{scx=Lao}]/u;
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** The words of a text in order, as written. */
export function splitWords(text: string): string[] {
  const runs = text.normalize("NFC").split(separators);
  const words = unspaced.test(text) ? runs.flatMap(splitRun) : runs;
  return words.filter((word) => word !== "" && word.length <= maxWord);
}

/** Letters without a space between them: one word in most scripts. */
export function splitRun(run: string): string[] {
  if (!unspaced.test(run)) return [run];
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}

/** The terms under which a word is indexed: itself, its stem, and the stems of its parts. */
export function listTerms(word: string): string[] {
  const whole = word.toLowerCase();
  const parts = word.split(humps);
  const stems = parts.length === 1 ? [] : parts.map((part) => stemOf(part.toLowerCase()));
  return [...new Set([whole, stemOf(whole), ...stems])];
}

/** Porter's stem of an English word. A word with any other letter or a digit is its own stem. */
export function stemOf(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}

const stopWords: ReadonlySet<string> = new Set(
  `a about am an and any are as at be been by can could did do does for from get had has have how i if in into is it its
  me my of on or our should so some than that the their them then there these they this those to up use using was we were
  what when where which who why will with would you your`.split(/\s+/),
);

/** Whether a word, in lower case, is a stop word. */
export const isStopWord = (word: string): boolean => stopWords.has(word);
