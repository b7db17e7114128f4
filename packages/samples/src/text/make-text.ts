import { objectOf } from "@lintel/json/value";
import { allOf, firstOf, says, type Parts } from "../schema/parts.ts";
import { greatestBound, smallestBound } from "../schema/read-bounds.ts";
import { createRecent } from "../ground/keep-recent.ts";
import type { Random } from "../ground/random.ts";
import { printable } from "./character-set.ts";
import { findFormat } from "./formats.ts";
import { createLanguage, includesText, type Language, type State } from "./language.ts";
import { lengthOf } from "./match-pattern.ts";
import { parsePattern } from "./parse-pattern.ts";
import { walkLanguage, type Length } from "./walk-language.ts";

/** The maximum length of an optional text. */
const maxText = 4000;

const limits = ["pattern", "minLength", "maxLength", "not"];

/** The requirements of a text in addition to its format. */
interface Wanted {
  readonly length: Length;
  readonly language: Language;
  /** Texts that match all readable patterns. */
  readonly start: State;
}

function readWanted(parts: Parts): Wanted {
  const min = greatestBound(parts, "minLength") ?? 0;
  const max = smallestBound(parts, "maxLength") ?? maxText;
  const language = createLanguage();
  const read = (pattern: unknown): State[] => {
    const node = typeof pattern === "string" ? parsePattern(pattern) : null;
    return node === null ? [] : [language.read(node)];
  };
  const excluded = allOf(parts, "not").flatMap((not) => read(objectOf(not)["pattern"]));
  return {
    length: { min: Math.min(min, maxText), max: Math.max(0, Math.min(max, maxText)) },
    language,
    start: language.intersect([
      ...allOf(parts, "pattern").flatMap(read),
      ...excluded.map(language.exclude),
    ]),
  };
}

const fits = (text: string, { length, language, start }: Wanted): boolean => {
  const count = lengthOf(text);
  return count >= length.min && count <= length.max && includesText(language, start, text);
};

/** Variants of a value, for lists with unique items: `string`, `string2`, `string3`. */
const turn = (value: string, variant: number): string =>
  variant === 0 ? value : `${value}${variant + 1}`;

const alphabets = ["abcdefghijklmnopqrstuvwxyz", printable, "aé日ß😀Ω "] as const;

/** A text without a pattern; its length is often at a bound. */
function makeRandomText({ min, max }: Length, random: Random): string {
  const usual = Math.min(max, min + Math.floor(random() * 20));
  const length = random() < 0.1 ? min : random() < 0.1 ? Math.min(max, 300) : usual;
  const alphabet = Array.from(alphabets[Math.floor(random() ** 2 * alphabets.length)] ?? "a");
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
}

/** A text of a language, with a valid length and, if possible, a format. */
function walk(
  wanted: Wanted,
  pattern: string | null,
  variant: number,
  random: Random | null,
): string | null {
  const { language, start, length } = wanted;
  const node = pattern === null ? null : parsePattern(pattern);
  const whole = node === null ? start : language.intersect([start, language.read(node)]);
  const text = walkLanguage(language, whole, length, variant, random);
  return text ?? (random === null ? null : walkLanguage(language, whole, length, variant, null));
}

/** The plain texts that were made last: many pages have the same patterns and lengths. */
const cached = createRecent<string, string>(200);

/**
 * A text that a schema allows: with its format, its length and its patterns, as far as they are
 * readable. It differs for each `variant`, which counts from 0, if the schema allows others.
 * @param random - chooses the text; without it the text is plain and short
 */
export function makeText(parts: Parts, variant = 0, random: Random | null = null): string {
  if (random !== null) return makeNewText(parts, variant, random);
  if (variant === 0 && !limits.some((name) => says(parts, name))) {
    return findFormat(firstOf(parts, "format"))?.values[0] ?? "string";
  }
  const key = JSON.stringify([
    variant,
    firstOf(parts, "format"),
    ...limits.map((name) => allOf(parts, name)),
  ]);
  const known = cached.get(key) ?? makeNewText(parts, variant, random);
  cached.set(key, known);
  return known;
}

function makeNewText(parts: Parts, variant: number, random: Random | null): string {
  const format = findFormat(firstOf(parts, "format"));
  const usual = format?.values[0] ?? "string";
  const wanted = readWanted(parts);
  const isFree = wanted.start.rule.kind === "every";
  if (random !== null && format === null && isFree) return makeRandomText(wanted.length, random);
  const known = format?.values ?? [turn(usual, variant)];
  const fixed =
    random !== null || (format !== null && variant > 0)
      ? undefined
      : known.find((text) => fits(text, wanted));
  if (fixed !== undefined) return fixed;
  const text = format === null ? null : walk(wanted, format.pattern, variant, random);
  if (text !== null) return text;
  if (!isFree) {
    const spelled = walk(wanted, null, variant, random);
    if (spelled !== null) return spelled;
  }
  const { min, max } = wanted.length;
  const padded = turn(usual, variant).padEnd(min, "x");
  // The variants differ at the end.
  return variant === 0 ? padded.slice(0, max) : padded.slice(Math.max(0, padded.length - max));
}
