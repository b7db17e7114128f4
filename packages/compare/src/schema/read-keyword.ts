import { toCanonicalText } from "@lintel/json/canonical";
import { isObject, listOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import type { Limit, SchemaView } from "./schema-view.types.ts";
import { nullType, readTypes } from "./value-type.ts";

type ReadKeyword = (view: SchemaView, value: unknown, part: Place) => void;

/** Each keyword, with how it is combined with the view of other parts. */
export const keywordReaders: ReadonlyMap<string, ReadKeyword> = new Map<string, ReadKeyword>([
  ["const", (view, value) => keepValues(view, [value])],
  ["enum", (view, value) => Array.isArray(value) && keepValues(view, value)],
  ["minimum", (view, value, part) => raise(view, value, stepInto(part, "exclusiveMinimum").value)],
  ["maximum", (view, value, part) => lower(view, value, stepInto(part, "exclusiveMaximum").value)],
  // Numbers since 3.1; in 3.0 a boolean that modifies the bound, and is read with it.
  ["exclusiveMinimum", (view, value) => raise(view, value, true)],
  ["exclusiveMaximum", (view, value) => lower(view, value, true)],
  ["multipleOf", (view, value) => typeof value === "number" && push(view, "multiples", value)],
  [
    "pattern",
    (view, value) =>
      typeof value === "string" && !matchesAll(value) && push(view, "patterns", value),
  ],
  ["format", readFormat],
  ["uniqueItems", (view, value) => (view.isUnique ||= value === true)],
  ["required", (view, value) => (view.required = join(view.required, value))],
  ["dependentRequired", readDependentRequired],
  ["properties", markObject],
  ["patternProperties", markObject],
  ["additionalProperties", markObject],
  ["prefixItems", markArray],
  ["items", markArray],
  [
    "propertyNames",
    (view, _, part) => push(view, "propertyNames", stepInto(part, "propertyNames")),
  ],
  ["contains", (view, _, part) => push(view, "contains", stepInto(part, "contains"))],
  ["unevaluatedProperties", readUnevaluated],
  ["unevaluatedItems", readUnevaluated],
  ["oneOf", (view, value, part) => readGroup(view, "oneOf", value, part)],
  ["anyOf", (view, value, part) => readGroup(view, "anyOf", value, part)],
  ["not", (view, _, part) => push(view, "negations", stepInto(part, "not"))],
  ["if", (view, _, part) => push(view, "conditions", part)],
  ["dependentSchemas", readDependentSchemas],
  ["discriminator", (view, _, part) => (view.discriminator ??= stepInto(part, "discriminator"))],
  ["readOnly", (view, value) => (view.isReadOnly ||= value === true)],
  ["writeOnly", (view, value) => (view.isWriteOnly ||= value === true)],
  ["deprecated", (view, value) => (view.isDeprecated ||= value === true)],
  ["example", (view, value) => note(view, "examples", [value])],
  ...["minLength", "minItems", "minProperties", "minContains"].map(
    (keyword): [string, ReadKeyword] => [
      keyword,
      (view, value) => size(view, keyword, value, Math.max),
    ],
  ),
  ...["maxLength", "maxItems", "maxProperties", "maxContains"].map(
    (keyword): [string, ReadKeyword] => [
      keyword,
      (view, value) => size(view, keyword, value, Math.min),
    ],
  ),
]);

/** Patterns that every text matches: they are not anchored, and match the empty text. */
const everything = new Set([
  "",
  "^",
  "$",
  ".*",
  "^.*",
  ".*$",
  "(.*)",
  "^(.*)",
  "(.*)$",
  "[\\s\\S]*",
]);
const matchesAll = (pattern: string): boolean =>
  everything.has(pattern) || pattern === "^[\\s\\S]*$";

type ListField = {
  [Name in keyof SchemaView]: SchemaView[Name] extends readonly unknown[] ? Name : never;
}[keyof SchemaView];

/** Adds to a list of the view; all views share the empty lists that they begin with. */
export function push<Name extends ListField>(
  view: SchemaView,
  name: Name,
  entry: SchemaView[Name][number],
): void {
  (view as Record<ListField, readonly unknown[]>)[name] = [...view[name], entry];
}

/** The outermost text is the one that a reader of the document sees first. */
export function note(view: SchemaView, keyword: string, value: unknown): void {
  view.notes ??= new Map();
  if (!view.notes.has(keyword)) view.notes.set(keyword, value);
}

export function addTypes(view: SchemaView, keyword: unknown, isNullable: boolean): void {
  view.types &= readTypes(keyword) | (isNullable ? nullType : 0);
}

function keepValues(view: SchemaView, values: readonly unknown[]): void {
  const listed = new Map(values.map((value) => [toCanonicalText(value), value]));
  for (const text of listed.keys()) {
    if (view.values !== null && !view.values.has(text)) listed.delete(text);
  }
  view.values = listed;
}

function raise(view: SchemaView, value: unknown, exclusive: unknown): void {
  if (typeof value !== "number") return;
  const limit: Limit = { value, isExclusive: exclusive === true };
  const held = view.lower;
  const isTighter =
    held === null || value > held.value || (value === held.value && limit.isExclusive);
  if (isTighter) view.lower = limit;
}

function lower(view: SchemaView, value: unknown, exclusive: unknown): void {
  if (typeof value !== "number") return;
  const limit: Limit = { value, isExclusive: exclusive === true };
  const held = view.upper;
  const isTighter =
    held === null || value < held.value || (value === held.value && limit.isExclusive);
  if (isTighter) view.upper = limit;
}

function size(
  view: SchemaView,
  keyword: string,
  value: unknown,
  pick: (left: number, right: number) => number,
): void {
  if (typeof value !== "number") return;
  view.sizes ??= new Map();
  const held = view.sizes.get(keyword);
  view.sizes.set(keyword, held === undefined ? value : pick(held, value));
}

/** Formats of 3.0 that became keywords in 3.1 (OpenAPI 3.1, section 4.4.1.2). */
function readFormat(view: SchemaView, value: unknown): void {
  if (value === "byte") note(view, "contentEncoding", "base64");
  else if (value === "binary") note(view, "contentMediaType", "application/octet-stream");
  else if (typeof value === "string" && !view.formats.includes(value)) push(view, "formats", value);
}

function join(held: ReadonlySet<string> | null, value: unknown): Set<string> {
  const names = listOf(value).filter((name) => typeof name === "string");
  return new Set([...(held ?? []), ...names]);
}

function readDependentRequired(view: SchemaView, value: unknown): void {
  if (!isObject(value)) return;
  view.dependentRequired ??= new Map();
  for (const [name, others] of Object.entries(value)) {
    view.dependentRequired.set(name, join(view.dependentRequired.get(name) ?? null, others));
  }
}

function markObject(view: SchemaView, _: unknown, part: Place): void {
  if (view.objectParts.at(-1) !== part) push(view, "objectParts", part);
}

function markArray(view: SchemaView, _: unknown, part: Place): void {
  if (view.arrayParts.at(-1) !== part) push(view, "arrayParts", part);
}

function readUnevaluated(view: SchemaView, _: unknown, part: Place): void {
  for (const keyword of ["unevaluatedProperties", "unevaluatedItems"] as const) {
    const place = stepInto(part, keyword);
    const isKnown = view[keyword].some((other) => other.at.parent === part.at);
    if (place.value !== undefined && !isKnown) push(view, keyword, place);
  }
}

function readGroup(
  view: SchemaView,
  keyword: "oneOf" | "anyOf",
  value: unknown,
  part: Place,
): void {
  if (!Array.isArray(value) || value.length < 2) return;
  const list = stepInto(part, keyword);
  const branches = value.map((_, index) => stepInto(list, String(index)));
  push(view, "groups", { keyword, branches });
}

function readDependentSchemas(view: SchemaView, value: unknown, part: Place): void {
  if (!isObject(value)) return;
  const list = stepInto(part, "dependentSchemas");
  view.dependentSchemas ??= new Map();
  for (const name of Object.keys(value)) view.dependentSchemas.set(name, stepInto(list, name));
}
