import { findSet, type CharacterSet } from "./character-set.ts";

/**
 * The part of ECMAScript's regular expressions (ECMA-262 §22.2.1) that an automaton can decide
 * without backtracking, without lookbehinds, back references and word boundaries.
 */
export type PatternNode =
  | { readonly kind: "characters"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly item: PatternNode;
      readonly min: number;
      /** Infinity where there is no maximum. */
      readonly max: number;
    }
  | { readonly kind: "ahead"; readonly isNegative: boolean; readonly item: PatternNode }
  | { readonly kind: "start" | "end" };

/** Limits of the length and the repetitions of a pattern. */
const maxLength = 1000;
const maxRepeats = 4000;
const maxDepth = 20;

class NotReadError extends Error {}

function fail(): never {
  throw new NotReadError("The pattern has more than this reads.");
}

interface Reading {
  readonly text: string;
  at: number;
  depth: number;
}

function take(reading: Reading, wanted: RegExp): RegExpExecArray | null {
  wanted.lastIndex = reading.at;
  const found = wanted.exec(reading.text);
  if (found !== null) reading.at += found[0].length;
  return found;
}

/** Reads a pattern; null for one with unsupported syntax, or for an invalid one. */
export function parsePattern(text: string): PatternNode | null {
  if (text.length > maxLength) return null;
  const reading: Reading = { text, at: 0, depth: 0 };
  try {
    const node = readChoice(reading);
    return reading.at === text.length ? node : null;
  } catch (error) {
    if (error instanceof NotReadError) return null;
    throw error;
  }
}

function readChoice(reading: Reading): PatternNode {
  reading.depth += 1;
  if (reading.depth > maxDepth) fail();
  const options = [readSequence(reading)];
  while (take(reading, /\|/y) !== null) options.push(readSequence(reading));
  reading.depth -= 1;
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: "choice", options };
}

function readSequence(reading: Reading): PatternNode {
  const items: PatternNode[] = [];
  while (reading.at < reading.text.length && !"|)".includes(reading.text.charAt(reading.at))) {
    items.push(readQuantifier(reading, readAtom(reading)));
  }
  return { kind: "sequence", items };
}

const counts: Readonly<Record<string, readonly [min: number, max: number]>> = {
  "*": [0, Infinity],
  "+": [1, Infinity],
  "?": [0, 1],
};

function readQuantifier(reading: Reading, item: PatternNode): PatternNode {
  const found = take(reading, /(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y);
  if (found === null) return item;
  const [, sign = "", least = "", open, most = ""] = found;
  const known = counts[sign];
  if (known !== undefined) return { kind: "repeat", item, min: known[0], max: known[1] };
  const min = Number(least);
  const max = open === undefined ? min : most === "" ? Infinity : Number(most);
  if (min > max || min > maxRepeats) fail();
  return { kind: "repeat", item, min, max: max > maxRepeats ? Infinity : max };
}

/** One character, a class or an escape, as written. */
const atom =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[dDwWsStnrfv0]|[^A-Za-z0-9])|[^*+?{}()|[\]\\]/suy;

function readAtom(reading: Reading): PatternNode {
  if (take(reading, /\^/y) !== null) return { kind: "start" };
  if (take(reading, /\$/y) !== null) return { kind: "end" };
  const ahead = take(reading, /\(\?([=!])/y);
  if (ahead !== null) {
    return { kind: "ahead", isNegative: ahead[1] === "!", item: readGroup(reading) };
  }
  if (take(reading, /\((?:\?(?::|<[A-Za-z_$][\w$]*>))?(?!\?)/y) !== null) return readGroup(reading);
  const [source] = take(reading, atom) ?? [];
  const set = source === undefined ? null : findSet(source);
  return set === null ? fail() : { kind: "characters", set };
}

/** The content of parentheses, after the opening one. */
function readGroup(reading: Reading): PatternNode {
  const inner = readChoice(reading);
  if (take(reading, /\)/y) === null) fail();
  return inner;
}
