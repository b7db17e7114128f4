import { DEFAULT_SCALAR_STYLE_RULES, dump, SCALAR_STYLE, type ScalarStyleRule } from "js-yaml";
import { isExact } from "@lintel/json/exact-number";
import { replaceScalars } from "@lintel/json/plain-numbers";
import type { Json } from "@lintel/json/value";

const quote = 34;
const backslash = 92;
const comma = 44;
const colon = 58;
const openList = 91;
const closeList = 93;
const openObject = 123;
const closeObject = 125;
const lineFeed = 10;
const space = 32;

/** Room for a line break with its indentation, and for the end of the text. */
const slack = 16;

const grow = (bytes: Uint8Array<ArrayBuffer>, length: number, wanted: number) => {
  const larger = new Uint8Array(Math.max(bytes.length * 2, length + wanted));
  larger.set(bytes.subarray(0, length));
  return larger;
};

/**
 * Formats a JSON text in UTF-8 without blanks between its tokens, as `JSON.stringify` writes it,
 * with two blanks a level: the bytes are those of `JSON.stringify(value, null, 2)` and a line feed.
 * It is one loop without calls, because it reads every byte of every export.
 */
export function indentJson(json: Uint8Array): Uint8Array<ArrayBuffer> {
  const end = json.length;
  let out = new Uint8Array(end * 2 + slack);
  let length = 0;
  let blanks = 0;
  let isOpened = false;
  let isBroken = false;
  for (let at = 0; at < end;) {
    const code = json[at++] as number;
    if (code === closeObject || code === closeList) {
      blanks -= 2;
      // Empty containers stay on their line.
      isBroken = !isOpened;
    }
    if (isBroken) {
      // Up to the next line break, a byte produces at most two: itself, and a blank after a colon.
      const wanted = blanks + 2 * (end - at) + slack;
      if (length + wanted > out.length) out = grow(out, length, wanted);
      out[length++] = lineFeed;
      for (const stop = length + blanks; length < stop; length += 1) out[length] = space;
    }
    out[length++] = code;
    isOpened = code === openObject || code === openList;
    isBroken = isOpened || code === comma;
    if (isOpened) blanks += 2;
    else if (code === colon) out[length++] = space;
    else if (code === quote) {
      let inside = json[at++] as number;
      while (inside !== quote) {
        out[length++] = inside;
        if (inside === backslash) out[length++] = json[at++] as number;
        inside = json[at++] as number;
      }
      out[length++] = quote;
    }
  }
  out[length++] = lineFeed;
  return out.subarray(0, length);
}

const documentFormats = ["json", "yaml"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** Texts that the library does not quote: a document marker as a key, a number out of range. */
const isMisread = (text: string) =>
  /^(?:---|\.\.\.)/.test(text) || (/^[-+]?\.?\d/.test(text) && Math.abs(Number(text)) === Infinity);

const quoteMisread: ScalarStyleRule = (layout) => {
  const isPlain = layout.style === SCALAR_STYLE.PLAIN;
  if (isPlain && isMisread(layout.node.value)) layout.style = SCALAR_STYLE.SINGLE_QUOTED;
};

const scalarStyleRules = [quoteMisread, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)];

const encoder = new TextEncoder();

/** The result of `JSON.stringify(value, null, 2)`, whose own formatting takes twice the time. */
const printJson = (value: Json): Uint8Array<ArrayBuffer> =>
  indentJson(encoder.encode(JSON.stringify(value)));

// The library quotes texts that a reader of YAML 1.1 or 1.2 would take for another type. Long texts
// stay on one line, so that a changed word is one changed line. Nothing becomes an alias.
const dumpYaml = (value: Json): string =>
  dump(value, { lineWidth: -1, noRefs: true, scalarStyleRules });

/**
 * Numbers that the library would write differently: it knows only JavaScript's, and adds points to
 * exponents.
 */
const isWrittenApart = (value: Json): boolean =>
  isExact(value) || (typeof value === "number" && !Number.isInteger(value));

/** Such numbers are printed as unique names and inserted afterwards. */
function printYaml(value: Json): string {
  const numbers: string[] = [];
  const mark = `number${randomMark()}at`;
  const named = replaceScalars(
    value,
    isWrittenApart,
    (number) => `${mark}${numbers.push(JSON.stringify(number)) - 1}e`,
  );
  const yaml = dumpYaml(named);
  if (numbers.length === 0) return yaml;
  const marks = new RegExp(`${mark}(\\d+)e`, "g");
  return yaml.replaceAll(marks, (_, at: string) => numbers[Number(at)] ?? "");
}

/** No document has this text, because it is random. */
const randomMark = (): string => crypto.randomUUID().replaceAll("-", "");

/**
 * Writes a document in UTF-8, so that reading it gives the same value with the same order of
 * members.
 */
export const printBytes = (value: Json, format: DocumentFormat): Uint8Array<ArrayBuffer> =>
  format === "json" ? printJson(value) : encoder.encode(printYaml(value));

/** The same as text. */
export const printDocument = (value: Json, format: DocumentFormat): string =>
  format === "json" ? new TextDecoder().decode(printJson(value)) : printYaml(value);
