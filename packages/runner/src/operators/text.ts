import { compilePattern } from "../matching/pattern.ts";
import { toText } from "../values/format-value.ts";
import { nothing } from "../values/nothing.ts";
import type { Operator } from "./operator.types.ts";

export const startsWith: Operator = {
  name: "startsWith",
  summary: "The text begins with the expected one.",
  example: { source: "header", name: "location", operator: "startsWith", expected: "/orders/" },
  phrase: "to start with",
  expected: "text",
  isNegative: false,
  prepare: (expected) => (actual) =>
    actual !== nothing && toText(actual).startsWith(toText(expected)),
};

export const endsWith: Operator = {
  name: "endsWith",
  summary: "The text ends with the expected one.",
  example: { source: "jsonPath", path: "$.email", operator: "endsWith", expected: "@example.com" },
  phrase: "to end with",
  expected: "text",
  isNegative: false,
  prepare: (expected) => (actual) =>
    actual !== nothing && toText(actual).endsWith(toText(expected)),
};

function isMatchFor(expected: unknown): (actual: unknown) => boolean {
  const pattern = compilePattern(toText(expected));
  return (actual) => actual !== nothing && pattern.find(toText(actual)) !== null;
}

export const matches: Operator = {
  name: "matches",
  summary:
    "A regular expression matches the text. Objects are searched as JSON, and only the first 100,000 characters are searched.",
  example: { source: "jsonPath", path: "$.id", operator: "matches", expected: "^[0-9a-f-]{36}$" },
  phrase: "to match",
  expected: "pattern",
  isNegative: false,
  prepare: isMatchFor,
};

export const notMatches: Operator = {
  name: "notMatches",
  summary: "A regular expression does not match the text, or there is none.",
  example: { source: "body", operator: "notMatches", expected: "stack trace|Exception" },
  phrase: "not to match",
  expected: "pattern",
  isNegative: true,
  prepare(expected) {
    const isMatch = isMatchFor(expected);
    return (actual) => !isMatch(actual);
  },
};
