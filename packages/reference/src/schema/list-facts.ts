import { isObject, listOf, memberOf, objectOf, textOf, type JsonObject } from "@lintel/json/value";
import { isNumeric } from "@lintel/json/exact-number";
import { escapeStep } from "@lintel/json/pointer";
import type { Inline, Line } from "../blocks/block.types.ts";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { firstOf, followSchema } from "@lintel/samples/schema/parts";
import type { SchemaParts } from "./collect-parts.ts";
import { findSchemaPage } from "./schema-context.ts";
import { cut, showValue } from "./show-value.ts";
import { writeTypeLine } from "./type-line.ts";

/** Maximum number of shown values of an enumeration. */
const maxValues = 40;

const code = (value: unknown): Inline => ({ code: showValue(value) });

const listValues = (values: readonly unknown[]): Line =>
  values.length === 0
    ? []
    : [
        ...values
          .slice(0, maxValues)
          .flatMap((value, at) => (at === 0 ? [code(value)] : [", ", code(value)])),
        ...(values.length > maxValues ? [` and ${values.length - maxValues} more`] : []),
      ];

type Read = (value: unknown, part: JsonObject, plan: ReferencePlan) => Line | null;

const number =
  (before: string, after = ""): Read =>
  (value) =>
    isNumeric(value) ? [`${before} `, code(value), after] : null;

/** A bound that OpenAPI 3.0 may declare exclusive with a separate keyword. */
const bound =
  (plain: string, exclusive: string, flag: string): Read =>
  (value, part) =>
    isNumeric(value) ? [`${part[flag] === true ? exclusive : plain} `, code(value)] : null;

const count =
  (before: string, one: string, many: string): Read =>
  (value) =>
    isNumeric(value)
      ? [`${before} `, code(value), Number(value) === 1 ? ` ${one}` : ` ${many}`]
      : null;

const schemaFact =
  (before: string): Read =>
  (value, _, plan) =>
    value === undefined ? null : [`${before}: `, ...writeTypeLine(plan, value, 1)];

/** The facts of a keyword, in order. */
const readers: Readonly<Record<string, Read>> = {
  const: (value) => ["Always ", code(value)],
  enum: (value) => (Array.isArray(value) ? ["Allowed: ", ...listValues(value)] : null),
  default: (value) => ["Default: ", code(value)],
  minimum: bound("At least", "More than", "exclusiveMinimum"),
  exclusiveMinimum: number("More than"),
  maximum: bound("At most", "Less than", "exclusiveMaximum"),
  exclusiveMaximum: number("Less than"),
  multipleOf: number("A multiple of"),
  minLength: count("At least", "character", "characters"),
  maxLength: count("At most", "character", "characters"),
  pattern: (value) => (typeof value === "string" ? ["Matches ", { code: cut(value) }] : null),
  minItems: count("At least", "item", "items"),
  maxItems: count("At most", "item", "items"),
  uniqueItems: (value) => (value === true ? ["Items are unique"] : null),
  contains: schemaFact("Contains"),
  minContains: number("Contains at least", " of these"),
  maxContains: number("Contains at most", " of these"),
  minProperties: count("At least", "property", "properties"),
  maxProperties: count("At most", "property", "properties"),
  propertyNames: (value, _, plan) => {
    const inner = allFacts([objectOf(value)], plan).flatMap((line, at) =>
      at === 0 ? line : ["; ", ...line],
    );
    return inner.length === 0 ? null : ["Names of properties: ", ...inner];
  },
  additionalProperties: (value) => (value === false ? ["No other properties"] : null),
  unevaluatedProperties: (value) => (value === false ? ["No other properties"] : null),
  unevaluatedItems: (value) => (value === false ? ["No other items"] : null),
  not: schemaFact("Not"),
  dependentRequired: (value) => writeDependencies(value),
  contentMediaType: (value) =>
    typeof value === "string" ? ["Content: ", { code: cut(value) }] : null,
  contentEncoding: (value) =>
    typeof value === "string" ? ["Encoded as ", { code: cut(value) }] : null,
  contentSchema: schemaFact("Content is"),
  discriminator: (value, _, plan) => writeDiscriminator(value, plan),
  xml: (value) => (isObject(value) ? ["XML: ", { code: showValue(value) }] : null),
  example: (value) => ["Example: ", code(value)],
  examples: (value) =>
    Array.isArray(value) && value.length > 0
      ? [value.length === 1 ? "Example: " : "Examples: ", ...listValues(value)]
      : null,
  externalDocs: (value) => writeExternalDocs(value),
};

function writeDependencies(value: unknown): Line | null {
  const lines = Object.entries(objectOf(value)).map(([name, needed]): Line => [
    "With ",
    { code: cut(name) },
    " also ",
    ...listOf(needed).flatMap((item, at): Line => [
      at === 0 ? "" : ", ",
      { code: cut(textOf(item) ?? JSON.stringify(item)) },
    ]),
  ]);
  return lines.length === 0
    ? null
    : lines.flatMap((line, at) => (at === 0 ? line : ["; ", ...line]));
}

function writeDiscriminator(value: unknown, plan: ReferencePlan): Line | null {
  const property = textOf(memberOf(value, "propertyName"));
  if (property === null) return null;
  const show = (target: unknown): Inline => {
    const name = textOf(target) ?? "";
    const local = `#/components/schemas/${escapeStep(name)}`;
    const found = plan.view.find(local) ?? plan.view.find(name);
    const page = findSchemaPage(plan, found?.value);
    return page === null ? { code: cut(name) } : { path: page.path, text: page.title };
  };
  const mapping = Object.entries(objectOf(memberOf(value, "mapping"))).slice(0, maxValues);
  const otherwise = memberOf(value, "defaultMapping");
  return [
    "Discriminator ",
    { code: cut(property) },
    ...mapping.flatMap(([key, target], at): Line => [
      at === 0 ? ": " : ", ",
      code(key),
      " → ",
      show(target),
    ]),
    ...(otherwise === undefined ? [] : [", otherwise ", show(otherwise)]),
  ];
}

/** A link to further documentation (Specification §4.22), or null without a URL. */
export function writeExternalDocs(value: unknown): Line | null {
  const href = textOf(memberOf(value, "url"));
  if (href === null) return null;
  return ["See ", { href, text: textOf(memberOf(value, "description")) ?? href }];
}

const keyOf = (line: Line): string => JSON.stringify(line);

const order = new Map(Object.keys(readers).map((name, at) => [name, at]));

/** The keywords of the parts that have facts, in the order of the readers. */
function listKeywords(parts: readonly JsonObject[]): string[] {
  const [first = {}, ...others] = parts;
  const known = Object.keys(first).filter((name) => order.has(name));
  if (others.length === 0 && known.length < 2) return known;
  const more = others.flatMap((part) => Object.keys(part).filter((name) => order.has(name)));
  return [...new Set([...known, ...more])].sort(
    (left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0),
  );
}

function allFacts(parts: readonly JsonObject[], plan: ReferencePlan): Line[] {
  const lines: Line[] = [];
  for (const name of listKeywords(parts)) {
    for (const part of parts) {
      if (!Object.hasOwn(part, name)) continue;
      const line = readers[name]?.(part[name], part, plan) ?? null;
      if (line !== null) lines.push(line);
    }
  }
  // Equal facts of several parts, and bounds in two notations, are shown once.
  return lines.length < 2 ? lines : [...new Map(lines.map((line) => [keyOf(line), line])).values()];
}

/**
 * The facts of a schema in addition to its type, one per line: constants, bounds, defaults,
 * examples.
 */
export function listFacts(plan: ReferencePlan, { parts, page, bases }: SchemaParts): Line[] {
  const title = textOf(firstOf(parts, "title"));
  const isNews = title !== null && title !== page?.title;
  const links = bases.flatMap((base, at): Line => [
    at === 0 ? "" : ", ",
    { path: base.path, text: base.title },
  ]);
  return [
    ...(isNews ? [[title]] : []),
    ...(links.length > 0 ? [["Includes ", ...links]] : []),
    ...allFacts(parts, plan),
  ];
}

/** Facts of an array's items, if they have neither a page nor nested fields that show them. */
export function listItemFacts(plan: ReferencePlan, { parts }: SchemaParts): Line[] {
  const items = followSchema(plan.view, firstOf(parts, "items"));
  if (!isObject(items) || findSchemaPage(plan, items) !== null) return [];
  return allFacts([items], plan).map((line) => ["Items: ", ...line]);
}
