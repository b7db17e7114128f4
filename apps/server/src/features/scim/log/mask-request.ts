import { isList, isObject } from "@lintel/json/value";
import { mask, maskAddresses } from "../../../domain/people/mask.ts";
import { uuidPattern } from "../../../platform/uuid.ts";

/** What arrived, by the names of attributes. */
export type Received = Readonly<Record<string, readonly string[]>>;

/** The names of groups are no personal data, as in the trace of single sign-on. */
export type Kind = "user" | "group";

const maxNames = 50;
const maxValues = 20;
const maxLength = 200;
/** Of all names and values. */
const maxTotal = 4000;
const maxDepth = 6;

/** A text that a database stores, and not longer than a line. */
export const trim = (text: string, length = maxLength): string =>
  text.slice(0, length).replaceAll("\0", "").toWellFormed();

/** Of these attributes, known words and ids are shown. */
const wordNames = /^(?:active|emails\.(?:type|primary)|members(?:\.value|\.type)?)$/;
const plainOfGroups: ReadonlySet<string> = new Set(["displayname", "externalid"]);

interface Collector {
  readonly kind: Kind;
  readonly into: Map<string, string[]>;
  room: number;
}

/** The attributes of a body, or what each operation of a PATCH names, masked. */
export function readReceived(body: unknown, kind: Kind): Received {
  const collector: Collector = { kind, into: new Map(), room: maxTotal };
  const operations = isObject(body) ? findMember(body, "operations") : undefined;
  if (isList(operations)) {
    for (const each of operations.slice(0, maxNames)) collectOperation(collector, each);
  } else collect(collector, "", "", body, 0);
  return Object.fromEntries(collector.into);
}

const findMember = (given: object, name: string): unknown =>
  Object.entries(given).find(([key]) => key.toLowerCase() === name)?.[1];

function collectOperation(collector: Collector, given: unknown): void {
  if (!isObject(given)) return;
  const op = findMember(given, "op");
  const path = findMember(given, "path");
  const value = findMember(given, "value");
  const label = typeof op === "string" ? `${trim(op, 20)} ` : "";
  const name = typeof path === "string" ? maskQuoted(trim(path), collector.kind) : "";
  if (value === undefined) add(collector, `${label}${name}`.trim(), null);
  else collect(collector, label, name, value, 0);
}

function collect(
  collector: Collector,
  label: string,
  name: string,
  value: unknown,
  depth: number,
): void {
  if (collector.room <= 0) return;
  const isNested = isList(value) || isObject(value);
  if (depth > maxDepth || !isNested) {
    const full = maskAddresses(trim(`${label}${name === "" ? "value" : name}`));
    add(collector, full, isNested ? "…" : show(collector.kind, name, value));
    return;
  }
  if (isList(value)) {
    for (const each of value.slice(0, maxValues)) collect(collector, label, name, each, depth + 1);
    return;
  }
  for (const [key, member] of Object.entries(value).slice(0, maxNames))
    collect(collector, label, name === "" ? key : `${name}.${key}`, member, depth + 1);
}

function add(collector: Collector, name: string, value: string | null): void {
  const { into } = collector;
  const values = into.get(name) ?? [];
  if (!into.has(name)) {
    if (into.size >= maxNames) return;
    into.set(name, values);
    collector.room -= name.length;
  }
  if (value === null || values.length >= maxValues) return;
  values.push(value);
  collector.room -= value.length;
}

/** An attribute without its schema and the filters in its path, in lower case. */
const baseOf = (name: string): string =>
  name
    .replaceAll(/\[[^\]]*\]/g, "")
    .replace(/^urn:.*:/i, "")
    .toLowerCase();

function show(kind: Kind, name: string, value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") return String(value);
  const text = trim(String(value));
  const base = baseOf(name);
  if (base.endsWith("password")) return "***";
  if (wordNames.test(base)) return maskWord(text);
  const isPlain = base === "schemas" || (kind === "group" && plainOfGroups.has(base));
  return isPlain ? maskAddresses(text) : mask(text);
}

const plainWords: ReadonlySet<string> = new Set([
  "work",
  "home",
  "other",
  "true",
  "false",
  "user",
  "group",
]);

const maskWord = (text: string): string =>
  uuidPattern.test(text) || plainWords.has(text.toLowerCase()) ? text : mask(text);

const quoted = /"((?:[^"\\]|\\.)*)("?)|'([^']*)('?)/gs;
const bare = /\b(eq|ne|co|sw|ew|gt|ge|lt|le)(\s+)([^\s"'()[\]]+)/gi;

/** A filter or the path of a PATCH whose values are masked. */
export function maskQuoted(text: string, kind: Kind): string {
  if (kind === "group") return maskAddresses(text);
  return text
    .replaceAll(bare, (_, operator: string, space: string, value: string) =>
      [operator, space, maskWord(value)].join(""),
    )
    .replaceAll(quoted, (whole: string, double: string | undefined, _, single: string) => {
      const mark = whole.slice(0, 1);
      return `${mark}${maskWord(double ?? single)}${mark}`;
    });
}

const escaped = /\\"((?:[^"\\]|\\[^"])*)\\"/g;
const named = /\b(not|member) "((?:[^"\\]|\\.)*)"/gi;

/** The detail of a refusal, in which the values that it repeats are masked. */
export function maskDetail(detail: string): string {
  const masked = detail
    .replaceAll(escaped, (_, value: string) => `\\"${maskWord(value)}\\"`)
    .replaceAll(named, (_, word: string, value: string) => `${word} "${maskWord(value)}"`);
  return trim(maskAddresses(masked), 500);
}

const resourceName = /^\.?[a-z]{1,30}$/i;
const shownParameters = ["filter", "startIndex", "count", "attributes", "excludedAttributes"];

/** The address below that of the organization, with what was asked for, as a person reads it. */
export function maskPath(path: string, query: Readonly<Record<string, unknown>>): string {
  const kind = kindOf(path);
  const segments = path.split("/").filter((each) => each !== "");
  const masked = segments.map((each) => (resourceName.test(each) ? each : maskWord(each)));
  const asked = shownParameters.flatMap((name) => {
    const [, value] =
      Object.entries(query).find(([key]) => key.toLowerCase() === name.toLowerCase()) ?? [];
    if (typeof value !== "string") return [];
    return `${name}=${name === "filter" ? maskQuoted(value, kind) : maskAddresses(value)}`;
  });
  return trim(`/${masked.join("/")}${asked.length === 0 ? "" : `?${asked.join("&")}`}`, 500);
}

export const kindOf = (path: string): Kind => (/^\/groups\b/i.test(path) ? "group" : "user");
