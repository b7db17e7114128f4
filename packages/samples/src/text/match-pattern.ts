import { createLanguage, includesText, type Language, type State } from "./language.ts";
import { parsePattern } from "./parse-pattern.ts";

interface Read {
  readonly language: Language;
  readonly start: State;
}

/** The patterns that were read last, because a schema's pattern is used repeatedly. */
const cached = new Map<string, Read | null>();
const maxCached = 100;

function read(pattern: string): Read | null {
  const known = cached.get(pattern);
  if (known !== undefined && known?.language.isSpent() !== true) return known;
  const node = parsePattern(pattern);
  const language = createLanguage();
  const made = node === null ? null : { language, start: language.read(node) };
  if (cached.size >= maxCached) cached.clear();
  cached.set(pattern, made);
  return made;
}

/** JSON Schema counts characters, not units of UTF-16. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** Whether a text contains a match of a pattern; true for unreadable and undecided patterns. */
export function matchesPattern(pattern: string, text: string): boolean {
  const known = read(pattern);
  return known === null || includesText(known.language, known.start, text);
}
