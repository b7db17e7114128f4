import { DEFAULT_SCALAR_STYLE_RULES, dump, SCALAR_STYLE, type ScalarStyleRule } from "js-yaml";
import { indentJson } from "./indent-json.ts";
import { isExact } from "@lintel/json/exact-number";
import { replaceScalars } from "@lintel/json/plain-numbers";
import type { Json } from "@lintel/json/value";

export const documentFormats = ["json", "yaml"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** What the library leaves plain: a document marker as a key, a number beyond all bounds. */
const isMisread = (text: string) =>
  /^(?:---|\.\.\.)/.test(text) || (/^[-+]?\.?\d/.test(text) && Math.abs(Number(text)) === Infinity);

const quoteMisread: ScalarStyleRule = (layout) => {
  const isPlain = layout.style === SCALAR_STYLE.PLAIN;
  if (isPlain && isMisread(layout.node.value)) layout.style = SCALAR_STYLE.SINGLE_QUOTED;
};

const scalarStyleRules = [quoteMisread, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)];

const encoder = new TextEncoder();

/** As `JSON.stringify(value, null, 2)`, whose own layout takes twice the time. */
const printJson = (value: Json): Uint8Array<ArrayBuffer> =>
  indentJson(encoder.encode(JSON.stringify(value)));

// The library quotes what a reader of YAML 1.1 or 1.2 would take for another type. Long texts
// stay on one line each, so that a changed word is one changed line; nothing becomes an alias.
const dumpYaml = (value: Json): string =>
  dump(value, { lineWidth: -1, noRefs: true, scalarStyleRules });

/** Numbers that the library would write otherwise: it knows JavaScript's alone, and adds points to exponents. */
const isWrittenApart = (value: Json): boolean =>
  isExact(value) || (typeof value === "number" && !Number.isInteger(value));

/** Such numbers are printed as names of their own, and put in afterwards. */
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

/** No document has this text in it: it is drawn here. */
const randomMark = (): string => crypto.randomUUID().replaceAll("-", "");

/** Writes a document in UTF-8 so that reading it gives the same value, members in the same order. */
export const printBytes = (value: Json, format: DocumentFormat): Uint8Array<ArrayBuffer> =>
  format === "json" ? printJson(value) : encoder.encode(printYaml(value));

/** The same as text. */
export const printDocument = (value: Json, format: DocumentFormat): string =>
  format === "json" ? new TextDecoder().decode(printJson(value)) : printYaml(value);
