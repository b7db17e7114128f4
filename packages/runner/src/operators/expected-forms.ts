import { compilePattern, PatternError } from "../matching/pattern.ts";

const valueTypes = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;

export type ExpectedForm =
  | "none"
  | "any"
  | "comparable"
  | "count"
  | "range"
  | "text"
  | "pattern"
  | "list"
  | "type";

const isComparable = (value: unknown) => typeof value === "number" || typeof value === "string";

function checkPattern(value: unknown): string | null {
  if (typeof value !== "string") return "must be a regular expression as a text";
  try {
    compilePattern(value);
    return null;
  } catch (error) {
    if (error instanceof PatternError) return `is not a valid regular expression: ${error.message}`;
    throw error;
  }
}

function checkRange(value: unknown): string | null {
  const isRange = Array.isArray(value) && value.length === 2 && value.every(isComparable);
  return isRange ? null : "must be a list of the lowest and the highest value";
}

/** What is wrong with an expected value, or null. A missing value is undefined. */
const checks: Record<ExpectedForm, (value: unknown) => string | null> = {
  none: (value) =>
    value === undefined || value === null ? null : "must be omitted: there is nothing to compare",
  any: (value) => (value === undefined ? "is missing" : null),
  comparable: (value) => (isComparable(value) ? null : "must be a number or a text"),
  count: (value) =>
    Number.isInteger(toNumber(value)) && Number(value) >= 0
      ? null
      : "must be a whole number, at least 0",
  range: checkRange,
  text: (value) => (isComparable(value) || typeof value === "boolean" ? null : "must be a text"),
  pattern: checkPattern,
  list: (value) => (Array.isArray(value) ? null : "must be a list of values"),
  type: (value) =>
    valueTypes.some((type) => type === value) ? null : `must be one of ${valueTypes.join(", ")}`,
};

/** What is wrong with an expected value for an operator of this form, or null. */
export function checkExpected(form: ExpectedForm, value: unknown): string | null {
  return checks[form](value);
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number, also one written as a text (a header, a cell of CSV); undefined otherwise. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && decimal.test(value.trim()) ? Number(value) : undefined;
}
