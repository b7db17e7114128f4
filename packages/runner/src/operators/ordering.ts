import { toNumber } from "./expected-forms.ts";
import type { Operator } from "./operator.types.ts";

/**
 * Negative, zero or positive; undefined if the two cannot be compared. Numbers compare as numbers, also if one is
 * written as a text; other texts by code unit, which suits RFC 3339 dates.
 */
function compare(left: unknown, right: unknown): number | undefined {
  const numbers = [toNumber(left), toNumber(right)] as const;
  if (numbers[0] !== undefined && numbers[1] !== undefined) return numbers[0] - numbers[1];
  if (typeof left !== "string" || typeof right !== "string") return undefined;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

type Ordering = Pick<Operator, "name" | "summary" | "example" | "phrase">;

function ordering(texts: Ordering, holds: (order: number) => boolean): Operator {
  return {
    ...texts,
    expected: "comparable",
    isNegative: false,
    prepare: (expected) => (actual) => {
      const order = compare(actual, expected);
      return order !== undefined && holds(order);
    },
  };
}

export const greaterThan = ordering(
  {
    name: "greaterThan",
    summary: "The number, or the text in dictionary order, is greater than the expected one.",
    example: { source: "jsonPath", path: "$.total", operator: "greaterThan", expected: 0 },
    phrase: "to be greater than",
  },
  (order) => order > 0,
);

export const greaterOrEqual = ordering(
  {
    name: "greaterOrEqual",
    summary: "The number or text is greater than or equal to the expected one.",
    example: { source: "jsonPath", path: "$.stock", operator: "greaterOrEqual", expected: 1 },
    phrase: "to be at least",
  },
  (order) => order >= 0,
);

export const lessThan = ordering(
  {
    name: "lessThan",
    summary: "The number or text is less than the expected one.",
    example: { source: "duration", operator: "lessThan", expected: 500 },
    phrase: "to be less than",
  },
  (order) => order < 0,
);

export const lessOrEqual = ordering(
  {
    name: "lessOrEqual",
    summary: "The number or text is less than or equal to the expected one.",
    example: {
      source: "jsonPath",
      path: "$.createdAt",
      operator: "lessOrEqual",
      expected: "{{$isoTimestamp}}",
    },
    phrase: "to be at most",
  },
  (order) => order <= 0,
);

export const between: Operator = {
  name: "between",
  summary: "The number or text is between two values, inclusive.",
  example: { source: "jsonPath", path: "$.rating", operator: "between", expected: [1, 5] },
  phrase: "to be between",
  expected: "range",
  isNegative: false,
  prepare: (expected) => (actual) => {
    if (!Array.isArray(expected)) return false;
    const [low, high] = [compare(actual, expected[0]), compare(actual, expected[1])];
    return low !== undefined && high !== undefined && low >= 0 && high <= 0;
  },
};
