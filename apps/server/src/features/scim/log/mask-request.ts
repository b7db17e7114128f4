import { isList, isObject } from "@lintel/json/value";
import { mask, maskAddresses } from "../../../domain/people/mask.ts";
import { uuidPattern } from "../../../platform/uuid.ts";
import type { Problem } from "../../../platform/problem.ts";
import {
  isAttribute,
  isPlainOfGroups,
  maskTerms,
  maskWord,
  trim,
  type Kind,
} from "./mask-terms.ts";

/** What arrived, by the names of attributes. */
export type Received = Readonly<Record<string, readonly string[]>>;

const maxNames = 50;
const maxValues = 20;
/** Of one name or value. */
const maxLength = 200;
/** Of all names and values. */
const maxTotal = 4000;
const maxDepth = 6;
/** Of a detail or an address. */
export const maxDetail = 500;

/** Of these attributes, known words and ids are shown. */
const wordNames = /^(?:active|emails\.(?:type|primary)|members(?:\.value|\.type)?)$/;

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
  const label = typeof op === "string" ? `${maskOperation(op)} ` : "";
  const name = typeof path === "string" ? trim(path, maxLength) : "";
  if (value === undefined)
    add(collector, `${label}${maskTerms(name, collector.kind)}`.trim(), null);
  else collect(collector, label, name, value, 0);
}

const maskOperation = (op: string): string =>
  /^(?:add|replace|remove)$/i.test(op) ? op : mask(trim(op, maxLength));

/** Names are masked where they are added: only the whole one says where a filter ends. */
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
    const shown = maskTerms(name === "" ? "value" : name, collector.kind);
    add(
      collector,
      trim(`${label}${shown}`, maxLength),
      isNested ? "…" : show(collector.kind, name, value),
    );
    return;
  }
  if (isList(value)) {
    for (const each of value.slice(0, maxValues)) collect(collector, label, name, each, depth + 1);
    return;
  }
  for (const [key, member] of Object.entries(value).slice(0, maxNames)) {
    const inner = trim(key, maxLength);
    collect(collector, label, name === "" ? inner : `${name}.${inner}`, member, depth + 1);
  }
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
    .replaceAll(/\[[^[\]]*\]/g, "")
    .replace(/^urn:.*:/i, "")
    .toLowerCase();

function show(kind: Kind, name: string, value: unknown): string {
  if (typeof value !== "string" && typeof value !== "number") return String(value);
  const text = trim(String(value), maxLength);
  const base = baseOf(name);
  if (base.endsWith("password")) return "***";
  if (wordNames.test(base)) return maskWord(text);
  if (base === "schemas") return isAttribute(text) ? text : mask(text);
  return kind === "group" && isPlainOfGroups(base) ? maskAddresses(text) : mask(text);
}

const quotedPart = /(path |on |; )?"((?:[^"\\]|\\.)*)"?/gs;
const addressPart = /(\/scim\/v2\/[^\s/]+)(\/\S*?)(?=\.?(?:\s|$))/g;

/** The detail of a refusal, in which the values that it repeats are masked. */
export function maskDetail({ code, detail }: Pick<Problem, "code" | "detail">, kind: Kind): string {
  const short = trim(detail, maxDetail);
  if (code === "INVALID_JSON") return maskSyntax(short);
  const masked = short
    .replaceAll(quotedPart, (_, before: string | undefined, inner: string) => {
      const text = inner.replaceAll('\\"', '"');
      const shown = before === undefined ? maskWord(text) : maskTerms(text, kind);
      return `${before ?? ""}"${shown.replaceAll('"', '\\"')}"`;
    })
    .replaceAll(addressPart, (_, start: string, path: string) => `${start}${maskSegments(path)}`);
  return maskAddresses(masked);
}

/** The messages of the engine repeat a piece of the body, which may be a password. */
function maskSyntax(detail: string): string {
  if (detail.startsWith("The body is ")) return detail;
  const position = /at position (\d+)(?: \(line \d+ column \d+\))?\.$/.exec(detail)?.[1];
  return position === undefined
    ? "The body is not JSON."
    : `The body is not JSON: position ${position}.`;
}

const resourceName =
  /^(?:users|groups|schemas|resourcetypes|serviceproviderconfig|bulk|me|\.search)$/i;

const maskSegments = (path: string): string =>
  path
    .split("/")
    .map((each) => (resourceName.test(each) || uuidPattern.test(each) ? each : mask(each)))
    .join("/");

const shownParameters = ["filter", "startIndex", "count", "attributes", "excludedAttributes"];

/** The parameters that the log shows, shortened. */
export const pickShown = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    shownParameters.flatMap((name) => {
      const value = Object.entries(query).find(
        ([key]) => key.toLowerCase() === name.toLowerCase(),
      )?.[1];
      return typeof value === "string" ? [[name, trim(value)]] : [];
    }),
  );

/** The address below that of the organization, with what was asked for, as a person reads it. */
export function maskPath(path: string, query: Readonly<Record<string, unknown>>): string {
  const kind = kindOf(path);
  const segments = trim(path, maxDetail)
    .split("/")
    .filter((each) => each !== "");
  const asked = Object.entries(pickShown(query)).map(
    ([name, value]) => `${name}=${maskParameter(name, value, kind)}`,
  );
  const shown = `/${maskSegments(segments.join("/"))}`;
  return trim(`${shown}${asked.length === 0 ? "" : `?${asked.join("&")}`}`, maxDetail);
}

const isNumber = (name: string): boolean => name === "startIndex" || name === "count";

function maskParameter(name: string, value: string, kind: Kind): string {
  if (!isNumber(name)) return maskTerms(value, kind);
  return /^-?\d{1,10}$/.test(value) ? value : mask(value);
}

export const kindOf = (path: string): Kind => (/^\/groups\b/i.test(path) ? "group" : "user");
