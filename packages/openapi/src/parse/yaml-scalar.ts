import {
  boolCoreTag,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  nullCoreTag,
  SCALAR_STYLE,
  type ScalarEvent,
  type ScalarTagDefinition,
} from "js-yaml";

/** A scalar's value; `isDecimal` if its text is a decimal number. */
export interface YamlScalar {
  readonly value: null | boolean | number | string;
  readonly written: string;
  readonly isDecimal: boolean;
}

/** The core schema of YAML 1.2: dates, `yes` and `no` remain text. */
const coreTags: readonly ScalarTagDefinition[] = [
  nullCoreTag,
  boolCoreTag,
  intCoreTag,
  floatCoreTag,
];

const standard = "tag:yaml.org,2002:";

const fittingTags = (first: string) =>
  coreTags.filter(
    ({ implicitFirstChars }) => implicitFirstChars === null || implicitFirstChars.includes(first),
  );

/** By first character, because every plain scalar is looked up. */
const tagsByFirst = new Map<string, readonly ScalarTagDefinition[]>();

function findTags(written: string): readonly ScalarTagDefinition[] {
  const first = written.charAt(0);
  const known = tagsByFirst.get(first);
  if (known !== undefined) return known;
  const tags = fittingTags(first);
  if (first < "\u0080") tagsByFirst.set(first, tags);
  return tags;
}

const asText = (written: string): YamlScalar => ({ value: written, written, isDecimal: false });

/** Decimal numbers: neither 0x and 0o, nor .inf and .nan. */
const decimal = /^[-+]?\.?\d(?![xo])/;

function resolveAs(
  tag: ScalarTagDefinition,
  written: string,
  isExplicit: boolean,
): YamlScalar | null {
  const value = tag.resolve(written, isExplicit, tag.tagName) as YamlScalar["value"] | symbol;
  if (typeof value === "symbol") return null;
  return { value, written, isDecimal: typeof value === "number" && decimal.test(written) };
}

function resolvePlain(written: string): YamlScalar {
  for (const tag of findTags(written)) {
    const scalar = resolveAs(tag, written, false);
    if (scalar !== null) return scalar;
  }
  // The library would turn a number out of range into text, without a warning.
  const isBeyond = /^[-+]?\.?\d/.test(written) && Math.abs(Number(written)) === Infinity;
  return isBeyond ? { value: Infinity, written, isDecimal: true } : asText(written);
}

/**
 * A decimal number of YAML in JSON's notation: without `+`, leading zeros, or a point at either
 * end.
 */
export function toJsonNumber(written: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = ""] =
    /^([-+]?)(\d*)\.?(\d*)((?:[eE][-+]?\d+)?)$/.exec(written) ?? [];
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const point = fraction === "" ? "" : `.${fraction}`;
  return `${sign === "-" ? "-" : ""}${digits}${point}${exponent}`;
}

/** Reads the tag of a node from its shorthand (`!!str`) or verbatim form. */
export function readTag(source: string): string {
  if (source.startsWith("!<")) return source.slice(2, -1);
  return source.startsWith("!!") ? standard + source.slice(2) : source;
}

/** Tags with which a scalar is its text as written. */
const textTags = new Set(["!", ...["str", "timestamp", "binary"].map((name) => standard + name)]);

/**
 * Reads a scalar of the core schema; null for a tag that JSON has no type for, or a text that is
 * not valid for its tag.
 */
export function readScalar(text: string, event: ScalarEvent): YamlScalar | null {
  const written = getScalarValue(text, event);
  if (event.tagStart < 0) {
    return event.style === SCALAR_STYLE.PLAIN ? resolvePlain(written) : asText(written);
  }
  const name = readTag(text.slice(event.tagStart, event.tagEnd));
  if (textTags.has(name)) return asText(written);
  const tag = coreTags.find(({ tagName }) => tagName === name);
  return tag === undefined ? null : resolveAs(tag, written, true);
}
