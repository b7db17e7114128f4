/**
 * The part of ECMAScript's regular expressions (ECMA-262 §22.2.1) for which a text can be made and tried without
 * backtracking. Lookarounds, back references and word boundaries are not in it.
 */
export type PatternNode =
  /** One of these characters. Of a class that has printable ones of ASCII, those alone. */
  | { readonly kind: "characters"; readonly members: string }
  | { readonly kind: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly options: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly item: PatternNode;
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: "start" | "end" };

/** A longer pattern, or one that repeats more often, is not looked at. */
const longestPattern = 1000;
const mostRepeats = 4000;
const deepest = 20;

const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");
const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
const digits = "0123456789";
const word = `${lower}${upper}${digits}_`;

const without = (members: string): string =>
  Array.from(printable)
    .filter((character) => !members.includes(character))
    .join("");

const classes: Readonly<Record<string, string>> = {
  d: digits,
  D: without(digits),
  w: word,
  W: without(word),
  s: " ",
  S: without(" "),
  t: "\t",
  n: "\n",
  r: "\r",
  f: "\f",
  v: "\v",
  0: "\0",
};

const properties: Readonly<Record<string, string>> = {
  L: lower + upper,
  Letter: lower + upper,
  Alphabetic: lower + upper,
  Ll: lower,
  Lowercase_Letter: lower,
  Lu: upper,
  Uppercase_Letter: upper,
  N: digits,
  Nd: digits,
  Number: digits,
};

class NotReadError extends Error {}

function fail(): never {
  throw new NotReadError("The pattern has more than this reads.");
}

interface Reading {
  readonly text: string;
  at: number;
  depth: number;
}

const peek = ({ text, at }: Reading): string => text.charAt(at);

function take(reading: Reading, wanted: RegExp): RegExpExecArray | null {
  wanted.lastIndex = reading.at;
  const found = wanted.exec(reading.text);
  if (found !== null) reading.at += found[0].length;
  return found;
}

/** Reads a pattern; null for one that has more than this reads, or that is none. */
export function parsePattern(text: string): PatternNode | null {
  if (text.length > longestPattern) return null;
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
  if (reading.depth > deepest) fail();
  const options = [readSequence(reading)];
  while (peek(reading) === "|") {
    reading.at += 1;
    options.push(readSequence(reading));
  }
  reading.depth -= 1;
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { kind: "choice", options };
}

function readSequence(reading: Reading): PatternNode {
  const items: PatternNode[] = [];
  while (reading.at < reading.text.length && !"|)".includes(peek(reading))) {
    items.push(readQuantifier(reading, readAtom(reading)));
  }
  return { kind: "sequence", items };
}

const counts: Readonly<Record<string, readonly [least: number, most: number]>> = {
  "*": [0, mostRepeats],
  "+": [1, mostRepeats],
  "?": [0, 1],
};

function readQuantifier(reading: Reading, item: PatternNode): PatternNode {
  const found = take(reading, /(?:([*+?])|\{(\d+)(,(\d*))?\})\??/y);
  if (found === null) return item;
  const [, sign = "", least = "", open, most = ""] = found;
  const known = counts[sign];
  if (known !== undefined) return { kind: "repeat", item, least: known[0], most: known[1] };
  const from = Number(least);
  const to = open === undefined ? from : most === "" ? mostRepeats : Number(most);
  if (from > to || from > mostRepeats) fail();
  return { kind: "repeat", item, least: from, most: Math.min(to, mostRepeats) };
}

function readAtom(reading: Reading): PatternNode {
  const character = String.fromCodePoint(reading.text.codePointAt(reading.at) ?? 0);
  reading.at += character.length;
  switch (character) {
    case "^":
      return { kind: "start" };
    case "$":
      return { kind: "end" };
    case ".":
      return { kind: "characters", members: printable };
    case "(":
      return readGroup(reading);
    case "[":
      return readClass(reading);
    case "\\":
      return { kind: "characters", members: readEscape(reading) };
    case "*":
    case "+":
    case "?":
    case "{":
    case "}":
    case "]":
      return fail();
    default:
      return { kind: "characters", members: character };
  }
}

function readGroup(reading: Reading): PatternNode {
  take(reading, /\?(?::|<[A-Za-z_$][\w$]*>)/y);
  if (peek(reading) === "?") fail();
  const inner = readChoice(reading);
  if (peek(reading) !== ")") fail();
  reading.at += 1;
  return inner;
}

/** What an escape stands for, behind its backslash. */
function readEscape(reading: Reading): string {
  const code = take(reading, /(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,5})\})/y);
  if (code !== null) {
    return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? "", 16));
  }
  const property = take(reading, /p\{(?:(?:General_Category|gc)=)?(\w+)\}/y);
  if (property !== null) return properties[property[1] ?? ""] ?? fail();
  const character = peek(reading);
  reading.at += 1;
  const known = Object.hasOwn(classes, character) ? classes[character] : undefined;
  if (known !== undefined) return known;
  return character === "" || /[A-Za-z1-9]/.test(character) ? fail() : character;
}

function readClass(reading: Reading): PatternNode {
  const isNegated = peek(reading) === "^";
  if (isNegated) reading.at += 1;
  let members = "";
  while (peek(reading) !== "]") {
    if (reading.at >= reading.text.length) fail();
    members += readRange(reading);
  }
  reading.at += 1;
  const shown = isNegated ? without(members) : members;
  return shown === "" ? fail() : { kind: "characters", members: shown };
}

function readMember(reading: Reading): string {
  const character = String.fromCodePoint(reading.text.codePointAt(reading.at) ?? 0);
  reading.at += character.length;
  return character === "\\" ? readEscape(reading) : character;
}

/** One member of a class, or all of a range; of a range beyond ASCII its first alone. */
function readRange(reading: Reading): string {
  const from = readMember(reading);
  if (take(reading, /-(?!\])/y) === null) return from;
  const to = readMember(reading);
  const [first = 0, last = 0] = [from.codePointAt(0), to.codePointAt(0)];
  if (from.length > 2 || to.length > 2 || first > last) fail();
  const within = Array.from(printable).filter((one) => one >= from && one <= to);
  return within.length === 0 ? from : within.join("");
}
