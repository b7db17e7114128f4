import { textOf, type JsonObject } from "@lintel/json/value";
import { allOf, firstOf, says } from "../schema/collect-parts.ts";
import { matchesPattern } from "./pattern/match-pattern.ts";
import { parsePattern, type PatternNode } from "./pattern/parse-pattern.ts";
import { spellPattern, type Length } from "./pattern/spell-pattern.ts";
import { greatestBound, smallestBound } from "./read-bounds.ts";

/** A longer text shows nothing more. */
const longest = 4000;

interface Format {
  /** The first that fits is shown. */
  readonly values: readonly string[];
  /** A value with so many characters more, where the format allows that. */
  readonly grow?: (value: string, more: number) => string;
}

const x = (count: number): string => "x".repeat(count);
const email: Format = {
  values: ["user@example.com", "a@b.co"],
  grow: (value, more) => x(more) + value,
};
const address: Format = {
  values: ["https://example.com", "ftp://b.co"],
  grow: (value, more) => `${value}/${x(more - 1)}`,
};
const path: Format = { values: ["/example", "/a"], grow: (value, more) => value + x(more) };
const plain: Format = { values: ["string"], grow: (value, more) => value + x(more) };

/** By format (JSON Schema Validation §7.3, and OpenAPI's registry). */
const formats: Readonly<Record<string, Format>> = {
  date: { values: ["2030-01-31"] },
  "date-time": {
    values: ["2030-01-31T12:00:00Z"],
    grow: (value, more) => (more < 2 ? value : value.replace("Z", `.${"0".repeat(more - 1)}Z`)),
  },
  time: { values: ["12:00:00Z"] },
  duration: { values: ["P1D"] },
  email,
  "idn-email": email,
  hostname: { values: ["example.com", "a.co"], grow: (value, more) => growHostname(value, more) },
  "idn-hostname": {
    values: ["example.com", "a.co"],
    grow: (value, more) => growHostname(value, more),
  },
  ipv4: { values: ["192.0.2.1", "192.0.2.100"] },
  ipv6: { values: ["2001:db8::1", "::1", "2001:0db8:0000:0000:0000:0000:0000:0001"] },
  uri: address,
  url: address,
  iri: address,
  "uri-reference": path,
  "iri-reference": path,
  "uri-template": { values: ["/example/{id}"], grow: (value, more) => value + x(more) },
  uuid: { values: ["123e4567-e89b-42d3-a456-426614174000"] },
  byte: {
    values: ["ZXhhbXBsZQ==", "YQ=="],
    grow: (value, more) => "QUJD".repeat(Math.ceil(more / 4)) + value,
  },
  password: { values: ["secret"], grow: (value, more) => value + x(more) },
  regex: { values: [".*", "a"], grow: (value, more) => x(more) + value },
  "json-pointer": path,
  "relative-json-pointer": { values: ["0"], grow: (value, more) => `${value}/${x(more - 1)}` },
};

/** Labels of at most 63 characters (RFC 1035 §2.3.4). */
function growHostname(value: string, more: number): string {
  const labels = more < 2 ? x(more) : `${x(more - 1)}.`.replaceAll(/x{60}(?=x{2})/g, `${x(59)}.`);
  return labels + value;
}

const limits = ["pattern", "minLength", "maxLength"];

interface Wanted {
  readonly length: Length;
  /** Those that were read; of the others nothing is known. */
  readonly patterns: readonly PatternNode[];
}

const fits = (text: string, { length, patterns }: Wanted): boolean =>
  text.length >= length.least &&
  text.length <= length.most &&
  patterns.every((pattern) => matchesPattern(pattern, text));

function readWanted(parts: readonly JsonObject[]): Wanted {
  const least = greatestBound(parts, "minLength") ?? 0;
  const most = smallestBound(parts, "maxLength") ?? longest;
  const patterns = allOf(parts, "pattern").flatMap((pattern) => {
    const node = typeof pattern === "string" ? parsePattern(pattern) : null;
    return node === null ? [] : [node];
  });
  return {
    length: { least: Math.min(least, longest), most: Math.max(0, Math.min(most, longest)) },
    patterns,
  };
}

/** Others of a value, for lists whose items are unique: `string`, `string2`, `string3`. */
const turn = (value: string, variant: number): string =>
  variant === 0 ? value : `${value}${variant + 1}`;

function* listCandidates(format: Format, { length }: Wanted, variant: number): Generator<string> {
  for (const value of format.values) {
    const known = format === plain ? turn(value, variant) : value;
    yield known;
    const more = length.least - known.length;
    if (more > 0 && format.grow !== undefined) yield format.grow(known, more);
    else if (format.grow !== undefined && variant > 0) yield format.grow(known, variant + 1);
  }
}

/**
 * A text that a schema allows: with its format, its length and its patterns, as far as these are read. Different for each `variant`, which
 * counts from 0, where the schema allows others.
 */
export function makeText(parts: readonly JsonObject[], variant = 0): string {
  const named = textOf(firstOf(parts, "format")) ?? "";
  const format = (Object.hasOwn(formats, named) ? formats[named] : undefined) ?? plain;
  const [usual = ""] = format.values;
  if (variant === 0 && !limits.some((name) => says(parts, name))) return usual;
  const wanted = readWanted(parts);
  for (const text of listCandidates(format, wanted, variant)) if (fits(text, wanted)) return text;
  for (const pattern of wanted.patterns) {
    const text = spellPattern(pattern, wanted.length, variant);
    if (text !== null && fits(text, wanted)) return text;
  }
  const { least, most } = wanted.length;
  const text = turn(usual, variant).padEnd(least, "x");
  // What tells the variants apart is at their ends.
  return variant === 0 ? text.slice(0, most) : text.slice(Math.max(0, text.length - most));
}
