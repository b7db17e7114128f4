import type { Rule } from "../model/rule.types.ts";

/** `multipleOf`; the bounds have rules of their own. */
export const numberRules = {
  tightened: {
    name: "multiple-of-tightened",
    summary: "Only some of the previous multiples are still allowed.",
    says: "multipleOf tightens from {before} to {after}.",
    effect: "narrows",
    example: {
      of: "schema",
      before: { type: "integer", multipleOf: 5 },
      after: { type: "integer", multipleOf: 10 },
    },
  },
  loosened: {
    name: "multiple-of-loosened",
    summary: "All previous multiples are still allowed, and more.",
    says: "multipleOf loosens from {before} to {after}.",
    effect: "widens",
    example: {
      of: "schema",
      before: { type: "integer", multipleOf: 10 },
      after: { type: "integer", multipleOf: 5 },
    },
  },
  changed: {
    name: "multiple-of-changed",
    summary: "Different multiples are allowed.",
    says: "multipleOf changes from {before} to {after}.",
    effect: "shifts",
    example: {
      of: "schema",
      before: { type: "integer", multipleOf: 2 },
      after: { type: "integer", multipleOf: 3 },
    },
  },
} as const satisfies Record<string, Rule>;
