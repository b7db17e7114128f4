import { nothing } from "../values/nothing.ts";
import type { Operator } from "./operator.types.ts";
import { measure } from "./shape.ts";

export const exists: Operator = {
  name: "exists",
  summary: "There is a value, which may be null.",
  example: { source: "header", name: "etag", operator: "exists" },
  phrase: "to exist",
  expected: "none",
  isNegative: false,
  isAboutPresence: true,
  prepare: () => (actual) => actual !== nothing,
};

export const notExists: Operator = {
  name: "notExists",
  summary: "There is no value, not even null.",
  example: { source: "jsonPath", path: "$.error", operator: "notExists" },
  phrase: "not to exist",
  expected: "none",
  isNegative: true,
  isAboutPresence: true,
  prepare: () => (actual) => actual === nothing,
};

const isBlank = (actual: unknown) => actual === null || measure(actual) === 0;

export const isEmpty: Operator = {
  name: "isEmpty",
  summary:
    "There is a value, and it is null, an empty text, an empty list or an object without members.",
  example: { source: "jsonPath", path: "$.items[?@.price < 0]", operator: "isEmpty" },
  phrase: "to be empty",
  expected: "none",
  isNegative: false,
  prepare: () => isBlank,
};

export const isNotEmpty: Operator = {
  name: "isNotEmpty",
  summary: "There is a value, and it is not empty.",
  example: { source: "jsonPath", path: "$.items", operator: "isNotEmpty" },
  phrase: "not to be empty",
  expected: "none",
  isNegative: false,
  prepare: () => (actual) => actual !== nothing && !isBlank(actual),
};
