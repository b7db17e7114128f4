import {
  isObject,
  listOf,
  objectOf,
  textOf,
  type JsonObject,
} from "@lintel/openapi/compare/document/json-value";
import { createRecent, type Recent } from "../plan/keep-recent.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import {
  collectParts,
  firstOf,
  followSchema,
  joinSchemas,
  membersOf,
  type SchemaParts,
} from "../schema/collect-parts.ts";
import type { Direction } from "../schema/schema-context.ts";
import { readTypes, readUnion } from "../schema/type-line.ts";

/** Values at the top of an example, those further down, and how deep it goes: readers want the shape, not the size. */
const mostValues = 300;
const mostBelow = 40;
const deepest = 4;
/** Schemas whose members are remembered. */
const mostOpen = 16;

const strings: Readonly<Record<string, string>> = {
  date: "2030-01-31",
  "date-time": "2030-01-31T12:00:00Z",
  time: "12:00:00Z",
  duration: "P1D",
  email: "user@example.com",
  "idn-email": "user@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com",
  url: "https://example.com",
  "uri-reference": "/example",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  byte: "ZXhhbXBsZQ==",
  password: "secret",
  regex: ".*",
  "json-pointer": "/example",
};

interface Making {
  readonly plan: ReferencePlan;
  readonly direction: Direction;
  /** Values that may still be made at the top, and below it. */
  left: number;
  below: number;
}

type Parts = SchemaParts["parts"];

const numberOf = (parts: Parts, name: string): number | null => {
  const value = firstOf(parts, name);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};

function makeString(parts: Parts): string {
  const known = strings[textOf(firstOf(parts, "format")) ?? ""] ?? "string";
  const least = numberOf(parts, "minLength") ?? 0;
  const most = numberOf(parts, "maxLength") ?? known.length;
  return known.padEnd(Math.min(least, 100), "x").slice(0, Math.max(0, most));
}

function makeNumber(parts: Parts): number {
  const step = numberOf(parts, "multipleOf");
  const least = numberOf(parts, "minimum");
  const above = numberOf(parts, "exclusiveMinimum");
  const most = numberOf(parts, "maximum") ?? numberOf(parts, "exclusiveMaximum");
  const from = least ?? (above === null ? null : above + (step ?? 1));
  if (from !== null) return step === null || step <= 0 ? from : Math.ceil(from / step) * step;
  return most !== null && most < 1 ? Math.min(0, Math.floor(most) - 1) : (step ?? 1);
}

function makeArray(
  making: Making,
  parts: Parts,
  depth: number,
  way: readonly unknown[],
): unknown[] {
  const first = listOf(firstOf(parts, "prefixItems")).slice(0, 10);
  const made = first.map((item) => make(making, item, depth + 1, way));
  const items = firstOf(parts, "items");
  if (made.length > 0 || items === undefined || items === false) return made;
  const item = make(making, items, depth + 1, way);
  return item === undefined ? [] : [item];
}

function isHidden(making: Making, parts: Parts): boolean {
  const hiding = { request: "readOnly", response: "writeOnly" };
  return making.direction !== null && firstOf(parts, hiding[making.direction]) === true;
}

const hasRoom = ({ left, below }: Making, depth: number): boolean =>
  depth > 1 ? below >= 0 : left >= 0;

/** Whether something stands below a schema: such members are made last, so that they take no room of plain ones. */
const isDeep = (read: SchemaParts): boolean =>
  readUnion(read) !== null || readTypes(read).some((type) => type === "object" || type === "array");

interface Member {
  readonly name: string;
  readonly schema: unknown;
  readonly read: SchemaParts;
  readonly isDeep: boolean;
}

interface Members {
  readonly inOrder: readonly Member[];
  /** In the order in which their values are made. */
  readonly deepLast: readonly Member[];
}

/** Neighbours of a schema stand in the examples of many pages. */
const openMembers = new WeakMap<ReferencePlan, Recent<JsonObject, Members>>();

function listMembers(plan: ReferencePlan, parts: Parts): Members {
  const [first] = parts;
  const recent = openMembers.get(plan) ?? createRecent(mostOpen);
  openMembers.set(plan, recent);
  const known = first === undefined || parts.length > 1 ? undefined : recent.get(first);
  if (known !== undefined) return known;
  const inOrder = [...membersOf(parts, "properties")].map(([name, schemas]) => {
    const schema = joinSchemas(schemas);
    const read = collectParts(plan, schema);
    return { name, schema, read, isDeep: isDeep(read) };
  });
  const last = inOrder.filter((member) => member.isDeep);
  const members = { inOrder, deepLast: [...inOrder.filter((one) => !one.isDeep), ...last] };
  if (first !== undefined && parts.length === 1) recent.set(first, members);
  return members;
}

function makeMembers(
  making: Making,
  parts: Parts,
  depth: number,
  way: readonly unknown[],
): [string, unknown][] {
  const { inOrder, deepLast } = listMembers(making.plan, parts);
  const values = new Map<string, unknown>();
  for (const { name, schema, read } of deepLast) {
    if (isHidden(making, read.parts)) continue;
    if (!hasRoom(making, depth + 1)) break;
    values.set(name, makeRead(making, schema, read, depth + 1, way));
  }
  const made: [string, unknown][] = [];
  for (const { name } of inOrder) {
    const value = values.get(name);
    if (value !== undefined) made.push([name, value]);
  }
  return made;
}

function makeObject(making: Making, parts: Parts, depth: number, way: readonly unknown[]): unknown {
  // A level that has no room for its members is not begun.
  if (depth >= deepest || !hasRoom(making, depth + 1)) return undefined;
  const members = makeMembers(making, parts, depth, way);
  const other = firstOf(parts, "additionalProperties");
  if (members.length === 0 && isObject(other)) {
    const value = make(making, other, depth + 1, way);
    if (value !== undefined) members.push(["key", value]);
  }
  return Object.fromEntries(members);
}

function makeTyped(
  making: Making,
  parts: Parts,
  type: string,
  depth: number,
  way: readonly unknown[],
): unknown {
  switch (type) {
    case "object":
      return makeObject(making, parts, depth, way);
    case "array":
      return makeArray(making, parts, depth, way);
    case "integer":
      return Math.ceil(makeNumber(parts));
    case "number":
      return makeNumber(parts);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return makeString(parts);
  }
}

/** A value that the schema itself gives: an example, a default, a constant, the first of an enumeration. */
function findGiven(parts: Parts): { readonly value: unknown } | null {
  for (const name of ["example", "examples", "const", "default", "enum"]) {
    const given = firstOf(parts, name);
    const isList = name === "examples" || name === "enum";
    const value = isList ? listOf(given)[0] : given;
    if (value !== undefined) return { value };
  }
  return null;
}

function make(making: Making, schema: unknown, depth: number, way: readonly unknown[]): unknown {
  return makeRead(making, schema, collectParts(making.plan, schema), depth, way);
}

/** Undefined where there is no value to show: for a circle, too deep, or after too many. */
function makeRead(
  making: Making,
  schema: unknown,
  read: SchemaParts,
  depth: number,
  way: readonly unknown[],
): unknown {
  if (depth > 1) making.below -= 1;
  else making.left -= 1;
  if (depth > deepest || !hasRoom(making, depth) || schema === false) return undefined;
  const { parts } = read;
  const given = findGiven(parts);
  if (given !== null) return given.value;
  const mark = read.page ?? schema;
  if (way.includes(mark) || read.isNever) return undefined;
  const further = [...way, mark];
  const types = readTypes(read);
  const union = readUnion(read);
  if (union !== null) {
    const option = make(making, union.options[0], depth + 1, further);
    if (!isObject(option) || firstOf(parts, "properties") === undefined) return option;
    return { ...objectOf(makeObject(making, parts, depth, further)), ...option };
  }
  const type = types.find((name) => name !== "null") ?? types[0];
  if (type === undefined) return parts.length === 0 || read.lost.length > 0 ? undefined : "string";
  return makeTyped(making, parts, type, depth, further);
}

/**
 * Examples of the schemas that were shown last: a page shows the same one in samples, examples and the form. More of
 * them would live long enough to be dear to collect, and help no page.
 */
const kept = new WeakMap<ReferencePlan, Recent<unknown, Made>[]>();
const mostKept = 4;
const directions: readonly Direction[] = ["request", "response", null];

/** An example that was made, or that there is none. */
interface Made {
  readonly value: unknown;
}

function keepFor(plan: ReferencePlan, direction: Direction): Recent<unknown, Made> {
  const all = kept.get(plan) ?? directions.map(() => createRecent<unknown, Made>(mostKept));
  kept.set(plan, all);
  return all[directions.indexOf(direction)] ?? createRecent(mostKept);
}

/**
 * An example value of a schema, the same every time: what the schema gives where it gives something, and plain values
 * elsewhere. Circles end where they begin again. Undefined where the schema allows nothing that could be shown.
 */
export function makeExample(plan: ReferencePlan, schema: unknown, direction: Direction): unknown {
  if (schema === undefined) return undefined;
  const recent = keepFor(plan, direction);
  const key = followSchema(plan, schema);
  // What stands beside a reference may give an example of its own.
  const isAlone = isObject(schema) && Object.keys(schema).length === 1;
  if (key !== schema && !isAlone)
    return make({ plan, direction, left: mostValues, below: mostBelow }, schema, 0, []);
  const known = recent.get(key);
  if (known !== undefined) return known.value;
  const value = make({ plan, direction, left: mostValues, below: mostBelow }, schema, 0, []);
  recent.set(key, { value });
  return value;
}
