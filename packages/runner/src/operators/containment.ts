import { isSameJson } from "@lintel/json/same";
import { isObject } from "@lintel/json/value";
import { toText } from "../values/format-value.ts";
import { nothing } from "../values/nothing.ts";
import type { Operator } from "./operator.types.ts";

function hasMembers(actual: Record<string, unknown>, expected: unknown): boolean {
  if (!isObject(expected)) return typeof expected === "string" && Object.hasOwn(actual, expected);
  return Object.entries(expected).every(
    ([name, value]) => Object.hasOwn(actual, name) && isPartOf(actual[name], value),
  );
}

/**
 * Whether an actual value equals the expected one, or is an object that contains all its members.
 */
function isPartOf(actual: unknown, expected: unknown): boolean {
  if (isObject(actual) && isObject(expected)) return hasMembers(actual, expected);
  return isSameJson(actual, expected);
}

function isContained(actual: unknown, expected: unknown): boolean {
  if (actual === nothing || actual === null) return false;
  if (Array.isArray(actual)) return actual.some((item) => isPartOf(item, expected));
  if (isObject(actual)) return hasMembers(actual, expected);
  return toText(actual).includes(toText(expected));
}

export const contains: Operator = {
  name: "contains",
  summary:
    "The text contains the expected text; the list has the item; the object has the member, or all members of an expected object.",
  example: {
    source: "jsonPath",
    path: "$.items",
    operator: "contains",
    expected: { title: "Emma" },
  },
  phrase: "to contain",
  expected: "any",
  isNegative: false,
  prepare: (expected) => (actual) => isContained(actual, expected),
};

export const notContains: Operator = {
  name: "notContains",
  summary: "The text, list or object does not contain the expected value, or there is none.",
  example: { source: "body", operator: "notContains", expected: "password" },
  phrase: "not to contain",
  expected: "any",
  isNegative: true,
  prepare: (expected) => (actual) => !isContained(actual, expected),
};
