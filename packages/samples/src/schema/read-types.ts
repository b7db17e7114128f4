import { listOf } from "@lintel/json/value";
import { isNumeric } from "@lintel/json/exact-number";
import { allOf, firstOf, says, type Parts } from "./parts.ts";

const hints: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ["object", ["properties", "additionalProperties", "patternProperties", "required"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]],
  ["string", ["minLength", "maxLength", "pattern"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The type of a value, `integer` for whole numbers. */
export function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isNumeric(value)) return Number.isInteger(Number(value)) ? "integer" : "number";
  return typeof value;
}

function typesOfValues(parts: Parts): string[] {
  const constant = parts.find((part) => Object.hasOwn(part, "const"));
  const values = constant === undefined ? listOf(firstOf(parts, "enum")) : [constant["const"]];
  return [...new Set(values.map(typeOfValue))];
}

/** The types that a schema names or implies, without `null` where `nullable` adds it. */
export function readTypes(parts: Parts): string[] {
  const written = firstOf(parts, "type");
  const named = (typeof written === "string" ? [written] : listOf(written)).filter(
    (type) => typeof type === "string",
  );
  if (named.length > 0) return named;
  const ofValues = typesOfValues(parts);
  if (ofValues.length > 0) return ofValues;
  const hint = hints.find(([, keywords]) => keywords.some((keyword) => says(parts, keyword)));
  return hint === undefined ? [] : [hint[0]];
}

/** The types that all parts allow; an integer is a number. Null if the parts exclude each other. */
export function narrowTypes(parts: Parts): readonly string[] | null {
  if (parts.length < 2) return readTypes(parts);
  const lists = allOf(parts, "type").map((type) => (Array.isArray(type) ? listOf(type) : [type]));
  if (lists.length < 2) return readTypes(parts);
  const allows = (types: readonly unknown[], type: unknown): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const named = new Set(lists.flat().filter((type) => typeof type === "string"));
  const common = [...named].filter((type) => lists.every((types) => allows(types, type)));
  return common.length === 0 ? null : common;
}

/** The options of the first union, or null if the schema has none. */
export function readUnion(
  parts: Parts,
): { readonly keyword: "oneOf" | "anyOf"; readonly options: readonly unknown[] } | null {
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const options = listOf(firstOf(parts, keyword));
    if (options.length > 0) return { keyword, options };
  }
  return null;
}
