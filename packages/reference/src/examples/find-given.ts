import { toCanonicalText } from "@lintel/json/canonical";
import { listOf, textOf, type JsonObject } from "@lintel/json/value";
import { isNumeric, readNumber } from "@lintel/json/exact-number";
import { allOf, firstOf, says } from "../schema/collect-parts.ts";

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

/** The values that all enumerations and constants of the parts allow; null where there are none of these. */
function listAllowed(parts: readonly JsonObject[], types: readonly string[]): unknown[] | null {
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
export const givesValue = (parts: readonly JsonObject[]): boolean =>
  parts.some((part) => giving.some((name) => Object.hasOwn(part, name)));

/** The value of most schemas that give one: a text that is an example, or the first of some texts. */
export function findText(parts: readonly JsonObject[]): string | null {
  const [part] = parts;
  if (part === undefined || parts.length > 1 || part["type"] !== "string") return null;
  const names = giving.filter((name) => Object.hasOwn(part, name));
  if (names.length !== 1) return null;
  const { example } = part;
  if (names[0] === "example") return textOf(example);
  return names[0] === "enum" ? textOf(listOf(part["enum"])[0]) : null;
}

/**
 * A value that the schema itself gives: an example, its default, a constant, one of an enumeration. Null where it gives none.
 * @param types - those that the schema allows
 * @param variant - counts from 0: another value where there are several
 */
export function findGiven(
  parts: readonly JsonObject[],
  types: readonly string[],
  variant: number,
): { readonly value: unknown } | null {
  const allowed = says(parts, "enum") || says(parts, "const") ? listAllowed(parts, types) : null;
  const examples = listOf(firstOf(parts, "examples"));
  const found =
    !says(parts, "example") && examples.length === 0 && !says(parts, "default")
      ? []
      : [firstOf(parts, "example"), ...examples, firstOf(parts, "default")];
  const given = found
    .map((value) => readAs(value, types))
    .filter((value) => value !== undefined && isAmong(allowed, value));
  if (variant < given.length) return { value: given[variant] };
  if (allowed === null || allowed.length === 0) return null;
  return { value: allowed[variant % allowed.length] };
}

/**
 * A value as one of the allowed types. Documents in YAML often have `example: 123` for a text, or `"true"` for a boolean.
 * Undefined for what is of no such type.
 */
function readAs(value: unknown, types: readonly string[]): unknown {
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

function isAmong(allowed: readonly unknown[] | null, value: unknown): boolean {
  if (allowed === null || allowed.includes(value)) return true;
  const text = toCanonicalText(value);
  return allowed.some((one) => toCanonicalText(one) === text);
}
