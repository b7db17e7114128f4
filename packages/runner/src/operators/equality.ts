import type { Operator } from "./operator.types.ts";

export const equals: Operator = {
  name: "equals",
  summary: "The value equals the expected one; the order of an object's members is ignored.",
  example: { source: "jsonPath", path: "$.state", operator: "equals", expected: "sent" },
  phrase: "to equal",
  expected: "any",
  isNegative: false,
  prepare: (expected, isEqual) => (actual) => isEqual(actual, expected),
};

export const notEquals: Operator = {
  name: "notEquals",
  summary: "The value differs from the expected one, or there is none.",
  example: { source: "jsonPath", path: "$.state", operator: "notEquals", expected: "lost" },
  phrase: "not to equal",
  expected: "any",
  isNegative: true,
  prepare: (expected, isEqual) => (actual) => !isEqual(actual, expected),
};

function isAmong(actual: unknown, expected: unknown, isEqual: typeof Object.is): boolean {
  return Array.isArray(expected) && expected.some((item) => isEqual(actual, item));
}

export const isIn: Operator = {
  name: "in",
  summary: "The value is one of a list.",
  example: { source: "status", operator: "in", expected: [200, 201] },
  phrase: "to be one of",
  expected: "list",
  isNegative: false,
  prepare: (expected, isEqual) => (actual) => isAmong(actual, expected, isEqual),
};

export const isNotIn: Operator = {
  name: "notIn",
  summary: "The value is not in a list, or there is none.",
  example: { source: "status", operator: "notIn", expected: ["4xx", "5xx"] },
  phrase: "to be none of",
  expected: "list",
  isNegative: true,
  prepare: (expected, isEqual) => (actual) => !isAmong(actual, expected, isEqual),
};
