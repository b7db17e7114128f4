import { nothing } from "../values/nothing.ts";
import type { Operator } from "./operator.types.ts";
import { measure } from "./shape.ts";

export const exists: Operator = {
  name: "exists",
  summary: "There is a value; null is one.",
  phrase: "to exist",
  expected: "none",
  isNegative: false,
  prepare: () => (actual) => actual !== nothing,
};

export const notExists: Operator = {
  name: "notExists",
  summary: "There is no value, not even null.",
  phrase: "not to exist",
  expected: "none",
  isNegative: true,
  prepare: () => (actual) => actual === nothing,
};

const isBlank = (actual: unknown) => actual === null || measure(actual) === 0;

export const isEmpty: Operator = {
  name: "isEmpty",
  summary:
    "The value is there and is null, an empty text, an empty list or an object without members.",
  phrase: "to be empty",
  expected: "none",
  isNegative: false,
  prepare: () => isBlank,
};

export const isNotEmpty: Operator = {
  name: "isNotEmpty",
  summary: "The value is there and is not empty.",
  phrase: "not to be empty",
  expected: "none",
  isNegative: false,
  prepare: () => (actual) => actual !== nothing && !isBlank(actual),
};
