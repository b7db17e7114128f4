import { toCanonicalText } from "@lintel/json/canonical";
import { listOf, textOf } from "@lintel/json/value";
import { isNumeric, readNumber } from "@lintel/json/exact-number";
import { allOf, firstOf, says, type Parts } from "../schema/parts.ts";
import { choose, type Making } from "./making.ts";

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return isNumeric(value) && Number.isInteger(Number(value));
    case "number":
      return isNumeric(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return (
        typeof value === "object" && value !== null && !Array.isArray(value) && !isNumeric(value)
      );
    default:
      return typeof value === type;
  }
}

/** The values that all enumerations and constants of the parts allow; null without any. */
function listAllowed(parts: Parts, types: readonly string[]): unknown[] | null {
  const lists = [
    ...allOf(parts, "const").map((value) => [value]),
    ...allOf(parts, "enum").filter((values) => Array.isArray(values)),
  ];
  const [first, ...others] = lists;
  if (first === undefined) return null;
  const common = listOf(first).filter((value) =>
    others.every((values) => isAmong(listOf(values), value)),
  );
  const typed = common.filter(
    (value) => types.length === 0 || types.some((type) => isOfType(value, type)),
  );
  const allowed = typed.length > 0 ? typed : common;
  const isNull = (value: unknown): boolean => value === null;
  return [...allowed.filter((value) => !isNull(value)), ...allowed.filter(isNull)];
}

const giving = ["example", "examples", "default", "const", "enum"];

/** Whether a schema may give a value itself: most do not. */
export const givesValue = (parts: Parts): boolean =>
  parts.some((part) => giving.some((name) => Object.hasOwn(part, name)));

/** Keywords that a given text may violate. */
const limiting = ["format", "pattern", "minLength", "maxLength", "not", "if", "oneOf", "anyOf"];

/** The value of many schemas that give one: a text as an example, or the first of some texts. */
export function findText(parts: Parts): string | null {
  const [part] = parts;
  if (part === undefined || parts.length > 1 || part["type"] !== "string") return null;
  const names = giving.filter((name) => Object.hasOwn(part, name));
  if (names.length !== 1 || limiting.some((name) => Object.hasOwn(part, name))) return null;
  const { example } = part;
  if (names[0] === "example") return textOf(example);
  return names[0] === "enum" ? textOf(listOf(part["enum"])[0]) : null;
}

/** Examples and the default of a schema, as the types that it allows. */
function listExamples(parts: Parts, types: readonly string[]): unknown[] {
  const examples = listOf(firstOf(parts, "examples"));
  if (!says(parts, "example") && examples.length === 0 && !says(parts, "default")) return [];
  return [firstOf(parts, "example"), ...examples, firstOf(parts, "default")]
    .map((value) => readAs(value, types))
    .filter((value) => value !== undefined);
}

/**
 * A value that the schema itself gives: an example, its default, a constant, one of an enumeration.
 * Null if it gives none; its value is undefined if none of its listed values is allowed.
 * @param types - those that the schema allows
 */
export function findGiven(
  making: Making,
  parts: Parts,
  types: readonly string[],
): { readonly value: unknown } | null {
  const { checking, wish, variant } = making;
  const isListed = says(parts, "enum") || says(parts, "const");
  const allowed = isListed ? listAllowed(parts, types) : null;
  const given = wish.isGivenFirst === true ? listExamples(parts, types).slice(variant) : [];
  const first = allowed === null || allowed.length === 0 ? 0 : choose(making, allowed.length);
  const listed = allowed === null ? [] : [...allowed.slice(first), ...allowed.slice(0, first)];
  for (const value of [...given, ...listed]) {
    if (checking.arePartsValid(parts, value)) return { value };
  }
  if (allowed === null) return null;
  return { value: wish.isGivenFirst === true ? allowed[0] : undefined };
}

/**
 * A value converted to an allowed type. Documents in YAML often have `example: 123` for a text, or
 * `"true"` for a boolean. Undefined if no conversion is possible.
 */
export function readAs(value: unknown, types: readonly string[]): unknown {
  if (value === undefined || types.length === 0) return value;
  if (types.some((type) => isOfType(value, type))) return value;
  const isText = types.includes("string");
  if (isText && (isNumeric(value) || typeof value === "boolean")) return JSON.stringify(value);
  if (value === "true" || value === "false") {
    return types.includes("boolean") ? value === "true" : undefined;
  }
  const isNumber = typeof value === "string" && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value);
  const number = isNumber ? readNumber(value) : undefined;
  return types.some((type) => isOfType(number, type)) ? number : undefined;
}

function isAmong(allowed: readonly unknown[], value: unknown): boolean {
  if (allowed.includes(value)) return true;
  const text = toCanonicalText(value);
  return allowed.some((one) => toCanonicalText(one) === text);
}
