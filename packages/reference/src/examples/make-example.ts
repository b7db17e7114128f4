import {
  isObject,
  listOf,
  memberOf,
  objectOf,
  textOf,
  toCanonicalText,
  type JsonObject,
} from "@lintel/openapi/compare/document/json-value";
import { createRecent, type Recent } from "../plan/keep-recent.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import {
  allOf,
  collectParts,
  firstOf,
  followSchema,
  joinSchemas,
  membersOf,
  says,
  type SchemaParts,
} from "../schema/collect-parts.ts";
import type { Direction } from "../schema/schema-context.ts";
import { readTypes, readUnion } from "../schema/type-line.ts";
import { findGiven, findText, givesValue } from "./find-given.ts";
import { makeNumber } from "./make-number.ts";
import { makeText } from "./make-text.ts";
import { matchesPattern } from "./pattern/match-pattern.ts";
import { parsePattern } from "./pattern/parse-pattern.ts";
import { greatestBound, smallestBound } from "./read-bounds.ts";

/** Values at the top of an example, those further down, and how deep it goes: readers want the shape, not the size. */
const mostValues = 300;
const mostBelow = 40;
const deepest = 4;
/** What is required is made beyond that, up to here. */
const mostNeeded = 200;
const deepestNeeded = 12;
/** Items that a list is given because it must have so many. */
const mostItems = 100;
/** Schemas whose members are remembered. */
const mostOpen = 16;

interface Making {
  readonly plan: ReferencePlan;
  readonly direction: Direction;
  /** Values that may still be made at the top, and below it. */
  left: number;
  below: number;
  /** Values that may still be made because something requires them. */
  needed: number;
  /** Counts from 0: values of another variant are others, where the schema allows that. */
  variant: number;
}

/** Where a value is. */
interface Standing {
  readonly depth: number;
  /** Schemas around it. */
  readonly way: readonly unknown[];
  /** Whether the value around it is not valid without it. */
  readonly isNeeded: boolean;
}

type Parts = SchemaParts["parts"];

const below = ({ depth, way }: Standing, isNeeded: boolean): Standing => ({
  depth: depth + 1,
  way,
  isNeeded,
});

/** Makes something for a while in another variant. */
function inVariant<Value>(making: Making, variant: number, act: () => Value): Value {
  const { variant: before } = making;
  making.variant = variant;
  const value = act();
  making.variant = before;
  return value;
}

/** Items that are told apart, where they have to be; fewer where there are no more. */
function makeItems(making: Making, parts: Parts, standing: Standing, wanted: number): unknown[] {
  const contained = firstOf(parts, "contains");
  const all = allOf(parts, "items");
  const items = contained === undefined ? all : [...all, contained];
  if (items.includes(false)) return [];
  const schema = items.length === 0 ? {} : joinSchemas(items);
  const isUnique = firstOf(parts, "uniqueItems") === true;
  const made: unknown[] = [];
  const seen = new Set<string>();
  for (let variant = 0; variant < 2 * wanted && made.length < wanted; variant += 1) {
    const isNeeded = variant > 0 || standing.isNeeded;
    const item = inVariant(making, isUnique ? variant : 0, () =>
      isObject(schema) && Object.keys(schema).length === 0
        ? makeText([], making.variant)
        : make(making, schema, below(standing, isNeeded)),
    );
    const key = isUnique ? toCanonicalText(item) : String(variant);
    if (item === undefined || seen.has(key)) continue;
    seen.add(key);
    made.push(item);
  }
  return made;
}

function makeArray(making: Making, parts: Parts, standing: Standing): unknown[] {
  const least = Math.min(greatestBound(parts, "minItems") ?? 0, mostItems);
  const most = smallestBound(parts, "maxItems") ?? mostItems;
  const made: unknown[] = [];
  for (const item of listOf(firstOf(parts, "prefixItems")).slice(0, Math.min(10, most))) {
    const value = make(making, item, below(standing, made.length < least));
    if (value === undefined) break;
    made.push(value);
  }
  const contained =
    firstOf(parts, "contains") === undefined ? 0 : (greatestBound(parts, "minContains") ?? 1);
  const isPlain = made.length === 0 && firstOf(parts, "items") !== undefined ? 1 : 0;
  const missing = Math.max(least - made.length, contained, isPlain);
  const wanted = Math.min(missing, most - made.length, mostItems);
  return wanted <= 0 ? made : [...made, ...makeItems(making, parts, standing, wanted)];
}

function isHidden(making: Making, parts: Parts): boolean {
  const hiding = { request: "readOnly", response: "writeOnly" };
  return making.direction !== null && firstOf(parts, hiding[making.direction]) === true;
}

const isRoomy = ({ left, below: deep }: Making, depth: number): boolean =>
  depth > 1 ? deep >= 0 : left >= 0;

/** What is required has room of its own. */
const hasRoom = (making: Making, { depth, isNeeded }: Standing): boolean =>
  (isRoomy(making, depth) && depth <= deepest) ||
  (isNeeded && making.needed > 0 && depth <= deepestNeeded);

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
  const members = {
    inOrder,
    deepLast: last.length === 0 ? inOrder : [...inOrder.filter((one) => !one.isDeep), ...last],
  };
  if (first !== undefined && parts.length === 1) recent.set(first, members);
  return members;
}

function makeMembers(
  making: Making,
  parts: Parts,
  standing: Standing,
  required: ReadonlySet<unknown>,
): Map<string, unknown> {
  const { inOrder, deepLast } = listMembers(making.plan, parts);
  const values = new Map<string, unknown>();
  const [plain, needed] = [below(standing, false), below(standing, true)];
  for (const { name, schema, read } of deepLast) {
    const isNeeded = required.size > 0 && required.has(name);
    const inner = isNeeded ? needed : plain;
    if (!hasRoom(making, inner)) {
      if (required.size === 0) break;
      continue;
    }
    if (isHidden(making, read.parts)) continue;
    const value = makeRead(making, schema, read, inner);
    if (value !== undefined) values.set(name, value);
  }
  const isOrdered = deepLast === inOrder;
  if (isOrdered) return values;
  const made = new Map<string, unknown>();
  for (const { name } of inOrder) if (values.has(name)) made.set(name, values.get(name));
  return made;
}

/** The schema of a property that none is named for; null where there must be none. */
function findOtherSchema(parts: Parts, name: string): unknown {
  for (const [pattern, schemas] of membersOf(parts, "patternProperties")) {
    const node = parsePattern(pattern);
    if (node !== null && matchesPattern(node, name)) return joinSchemas(schemas);
  }
  const others = [
    ...allOf(parts, "additionalProperties"),
    ...allOf(parts, "unevaluatedProperties"),
  ];
  if (others.includes(false)) return null;
  const schemas = others.filter(isObject);
  return schemas.length === 0 ? {} : joinSchemas(schemas);
}

function makeOther(making: Making, parts: Parts, name: string, standing: Standing): unknown {
  const schema = findOtherSchema(parts, name);
  if (schema === null) return undefined;
  const isAny = isObject(schema) && Object.keys(schema).length === 0;
  return isAny ? makeText([], making.variant) : make(making, schema, below(standing, true));
}

/** Names that some properties ask for besides (JSON Schema Validation §6.5.4). */
function listDependent(parts: Parts, present: ReadonlyMap<string, unknown>): unknown[] {
  return allOf(parts, "dependentRequired").flatMap((dependencies) =>
    Object.entries(objectOf(dependencies)).flatMap(([name, names]) =>
      present.has(name) ? [...listOf(names)] : [],
    ),
  );
}

/** A name that is not taken, as `propertyNames` and `patternProperties` want it. */
function nameOther(plan: ReferencePlan, parts: Parts, at: number): string {
  const [pattern] = membersOf(parts, "patternProperties").keys();
  const rules = allOf(parts, "propertyNames").flatMap((schema) => [
    ...collectParts(plan, schema).parts,
  ]);
  const wanted = pattern === undefined ? rules : [...rules, { pattern }];
  if (wanted.length > 0) {
    const given = findGiven(wanted, ["string"], at);
    return given === null ? makeText(wanted, at) : String(given.value);
  }
  return at === 0 ? "key" : `key${at + 1}`;
}

/** Properties that have no name of their own in the schema: one where there is nothing else, and as many as there must be. */
function addOthers(
  making: Making,
  parts: Parts,
  standing: Standing,
  made: Map<string, unknown>,
): void {
  if (made.size > 0 && !says(parts, "minProperties")) return;
  const isMap =
    isObject(firstOf(parts, "additionalProperties")) ||
    firstOf(parts, "patternProperties") !== undefined;
  const least = Math.min(greatestBound(parts, "minProperties") ?? 0, mostItems);
  const wanted = Math.max(least, made.size === 0 && isMap ? 1 : 0);
  for (let at = 0; at < 2 * wanted && made.size < wanted; at += 1) {
    const name = nameOther(making.plan, parts, at);
    const value = made.has(name)
      ? undefined
      : inVariant(making, at, () => makeOther(making, parts, name, standing));
    if (value !== undefined) made.set(name, value);
  }
}

/** The names that parts require; most schemas are one part. */
function listRequired(parts: Parts): ReadonlySet<unknown> {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined)
    return new Set(listOf(memberOf(first, "required")));
  return new Set(allOf(parts, "required").flatMap((names) => [...listOf(names)]));
}

function makeObject(making: Making, parts: Parts, standing: Standing): unknown {
  // A level that has no room for its members is not begun.
  if (!hasRoom(making, below(standing, standing.isNeeded))) return undefined;
  const required = listRequired(parts);
  const made = makeMembers(making, parts, standing, required);
  const { inOrder } = listMembers(making.plan, parts);
  const dependent = says(parts, "dependentRequired") ? listDependent(parts, made) : [];
  for (const name of dependent.length === 0 ? required : [...required, ...dependent]) {
    if (typeof name !== "string" || made.has(name)) continue;
    const member = inOrder.find((one) => one.name === name);
    const value = member === undefined ? makeOther(making, parts, name, standing) : undefined;
    if (value !== undefined) made.set(name, value);
    else if (member !== undefined && isHidden(making, member.read.parts)) continue;
    // Nothing is better than half of something, where nothing may be.
    else if (!standing.isNeeded) return undefined;
  }
  addOthers(making, parts, standing, made);
  if (says(parts, "maxProperties")) dropOptional(parts, made, required);
  return Object.fromEntries(made);
}

function dropOptional(
  parts: Parts,
  made: Map<string, unknown>,
  required: ReadonlySet<unknown>,
): void {
  const most = smallestBound(parts, "maxProperties") ?? Infinity;
  for (const name of [...made.keys()].reverse()) {
    if (made.size > most && !required.has(name)) made.delete(name);
  }
}

function makeTyped(making: Making, parts: Parts, type: string, standing: Standing): unknown {
  switch (type) {
    case "object":
      return makeObject(making, parts, standing);
    case "array":
      return makeArray(making, parts, standing);
    case "integer":
      return makeNumber(parts, true, making.variant);
    case "number":
      return makeNumber(parts, false, making.variant);
    case "boolean":
      return making.variant % 2 === 0;
    case "null":
      return null;
    default:
      return makeText(parts, making.variant);
  }
}

/** The types that all parts allow; an integer is a number. */
function narrowTypes(read: SchemaParts): readonly string[] {
  if (read.parts.length < 2) return readTypes(read);
  const lists = allOf(read.parts, "type").map((type) =>
    Array.isArray(type) ? listOf(type) : [type],
  );
  if (lists.length < 2) return readTypes(read);
  const allows = (types: readonly unknown[], type: unknown): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const named = new Set(lists.flat().filter((type) => typeof type === "string"));
  const common = [...named].filter((type) => lists.every((types) => allows(types, type)));
  return common.length === 0 ? readTypes(read) : common;
}

/** What holds besides where conditions and dependent schemas are met (JSON Schema Core §10.2.2): they are met in examples. */
function addConditions(plan: ReferencePlan, parts: Parts): Parts {
  const names = ["if", "then", "dependentSchemas"];
  if (!parts.some((part) => names.some((name) => Object.hasOwn(part, name)))) return parts;
  const known = membersOf(parts, "properties");
  const dependent = [...membersOf(parts, "dependentSchemas")].flatMap(([name, schemas]) =>
    known.has(name) ? schemas : [],
  );
  const conditions = parts.flatMap((part) =>
    Object.hasOwn(part, "if") ? [part["if"], part["then"]] : [],
  );
  const added = [...conditions, ...dependent].filter((schema) => schema !== undefined);
  const plain = parts.map((part) => without(part, names));
  return [...plain, ...added.flatMap((schema) => [...collectParts(plan, schema).parts])];
}

const without = (part: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)));

/** The name by which a discriminator tells an option (Specification §4.25). */
function nameOption(discriminator: unknown, option: unknown): string | null {
  const reference = textOf(memberOf(option, "$ref"));
  if (reference === null) return null;
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  const mapped = Object.entries(objectOf(memberOf(discriminator, "mapping"))).find(
    ([, target]) => target === reference || target === name,
  );
  return mapped?.[0] ?? name;
}

/** The schema of one option of a union, with all that holds besides. */
function joinOption(
  plan: ReferencePlan,
  parts: Parts,
  keyword: "oneOf" | "anyOf",
  option: unknown,
): unknown {
  const at = parts.findIndex((part) => Object.hasOwn(part, keyword));
  const discriminator = firstOf(parts, "discriminator");
  // What `allOf` joins is among the parts already.
  const rest = parts.map((part, index) =>
    without(part, index === at ? [keyword, "allOf"] : ["allOf"]),
  );
  const property = textOf(memberOf(discriminator, "propertyName"));
  const own = membersOf(collectParts(plan, option).parts, "properties").get(property ?? "") ?? [];
  const isSaid = givesValue(collectParts(plan, joinSchemas(own)).parts);
  const name = property === null || isSaid ? null : nameOption(discriminator, option);
  const named =
    property === null || name === null
      ? []
      : [{ properties: { [property]: { const: name } }, required: [property] }];
  const others = [...rest, ...named].filter((part) => Object.keys(part).length > 0);
  // A schema of its own, so that it is not taken for a circle of the option.
  return { allOf: [...others, option] };
}

/** The first option that has a value; null is shown where there is nothing else. */
function makeUnion(making: Making, read: SchemaParts, standing: Standing): unknown {
  const { plan } = making;
  const keyword = firstOf(read.parts, "oneOf") === undefined ? "anyOf" : "oneOf";
  const options = listOf(firstOf(read.parts, keyword));
  const isNull = (option: unknown): boolean =>
    readTypes(collectParts(plan, option)).every((type) => type === "null") &&
    readTypes(collectParts(plan, option)).length > 0;
  const last = options.filter(isNull);
  for (const option of [...options.filter((one) => !isNull(one)), ...last].slice(0, 8)) {
    const mark = collectParts(plan, option).page ?? option;
    if (standing.way.includes(mark)) continue;
    const inner = { ...standing, way: [...standing.way, mark] };
    const value = make(making, joinOption(plan, read.parts, keyword, option), inner);
    if (value !== undefined) return value;
  }
  return undefined;
}

function make(making: Making, schema: unknown, standing: Standing): unknown {
  return makeRead(making, schema, collectParts(making.plan, schema), standing);
}

const allowsNull = (read: SchemaParts): boolean =>
  firstOf(read.parts, "nullable") === true || narrowTypes(read).includes("null");

/** Undefined where there is no value to show: for a circle, too deep, or after too many. */
function makeRead(making: Making, schema: unknown, read: SchemaParts, standing: Standing): unknown {
  if (schema === false || read.isNever) return undefined;
  const isRoom = hasRoom(making, standing);
  if (standing.depth > 1) making.below -= 1;
  else making.left -= 1;
  if (standing.isNeeded) making.needed -= 1;
  if (!isRoom) return undefined;
  const parts = addConditions(making.plan, read.parts);
  const opened = parts === read.parts ? read : { ...read, parts };
  const text = making.variant === 0 ? findText(parts) : null;
  if (text !== null) return text;
  const given = givesValue(parts) ? findGiven(parts, narrowTypes(opened), making.variant) : null;
  if (given !== null) return given.value;
  const mark = read.page ?? schema;
  // What closes a circle and is required is null where it may be.
  if (standing.way.includes(mark)) return standing.isNeeded && allowsNull(read) ? null : undefined;
  return makeNew(making, opened, { ...standing, way: [...standing.way, mark] });
}

function makeNew(making: Making, read: SchemaParts, standing: Standing): unknown {
  if (readUnion(read) !== null) return makeUnion(making, read, standing);
  const types = narrowTypes(read);
  const type = types.find((name) => name !== "null") ?? types[0];
  if (type === undefined)
    return read.parts.length === 0 || read.lost.length > 0
      ? undefined
      : makeText(read.parts, making.variant);
  const value = makeTyped(making, read.parts, type, standing);
  return value === undefined && standing.isNeeded && allowsNull(read) ? null : value;
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

const begin = (plan: ReferencePlan, schema: unknown, direction: Direction): unknown =>
  make(
    { plan, direction, left: mostValues, below: mostBelow, needed: mostNeeded, variant: 0 },
    schema,
    { depth: 0, way: [], isNeeded: true },
  );

/**
 * An example value of a schema, the same every time: what the schema gives where it gives something, and elsewhere plain
 * values that obey it, as far as that is certain without trying: types, bounds, lengths, formats, patterns without lookarounds,
 * required members, unions by their first option and conditions as met. Circles end where they begin again. Undefined where the
 * schema allows nothing that could be shown.
 */
export function makeExample(plan: ReferencePlan, schema: unknown, direction: Direction): unknown {
  if (schema === undefined) return undefined;
  const recent = keepFor(plan, direction);
  const key = followSchema(plan, schema);
  // What stands beside a reference may give an example of its own.
  const isAlone = isObject(schema) && Object.keys(schema).length === 1;
  if (key !== schema && !isAlone) return begin(plan, schema, direction);
  const known = recent.get(key);
  if (known !== undefined) return known.value;
  const value = begin(plan, schema, direction);
  recent.set(key, { value });
  return value;
}
