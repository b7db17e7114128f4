import { isObject } from "@lintel/json/value";
import { toNumber } from "./expected-forms.ts";
import type { Operator } from "./operator.types.ts";

/** Characters of a text, items of a list, members of an object; undefined otherwise. */
export function measure(value: unknown): number | undefined {
  if (typeof value === "string") return Array.from(value).length;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : undefined;
}

export const hasLength: Operator = {
  name: "hasLength",
  summary: "The text has this number of characters, the list of items, or the object of members.",
  example: { source: "jsonPath", path: "$.items", operator: "hasLength", expected: 3 },
  phrase: "to have length",
  expected: "count",
  isNegative: false,
  prepare(expected) {
    const length = toNumber(expected);
    return (actual) => measure(actual) === length;
  },
};

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

export const isType: Operator = {
  name: "isType",
  summary:
    "The value is a string, number, integer, boolean, object, array or null; every integer is a number.",
  example: { source: "jsonPath", path: "$.total", operator: "isType", expected: "integer" },
  phrase: "to be of type",
  expected: "type",
  isNegative: false,
  prepare: (expected) => (actual) =>
    expected === "integer" ? Number.isInteger(actual) : typeOf(actual) === expected,
};
