import type { Rule } from "../model/rule.types.ts";

/** `enum` and `const`, which mean the same for a single value. */
export const valueRules = {
  added: {
    name: "enum-value-added",
    summary: "More values are listed.",
    says: "The listed values gain {after}.",
    effect: "widens",
    example: { of: "schema", before: { enum: ["a"] }, after: { enum: ["a", "b"] } },
  },
  removed: {
    name: "enum-value-removed",
    summary: "Values are no longer listed.",
    says: "The listed values lose {before}.",
    effect: "narrows",
    example: { of: "schema", before: { enum: ["a", "b"] }, after: { const: "a" } },
  },
  listed: {
    name: "enum-introduced",
    summary: "Only listed values are allowed; any value of the type was allowed before.",
    says: "Only {after} is now allowed; any value of the type was allowed before.",
    effect: "narrows",
    example: {
      of: "schema",
      before: { type: "string" },
      after: { type: "string", enum: ["a", "b"] },
    },
  },
  unlisted: {
    name: "enum-dropped",
    summary: "Any value of the type is allowed; only listed ones were allowed before.",
    says: "Any value of the type is now allowed; only {before} was allowed before.",
    effect: "widens",
    example: {
      of: "schema",
      before: { type: "string", enum: ["a", "b"] },
      after: { type: "string" },
    },
  },
  extensibleAdded: {
    name: "extensible-value-added",
    summary: "More values are listed in an open list (`x-extensible-enum`).",
    says: "The open list of values gains {after}.",
    effect: "neutral",
    reason: "The list is open, so that clients expect new values.",
    example: {
      of: "schema",
      before: { type: "string", "x-extensible-enum": ["a"] },
      after: { type: "string", "x-extensible-enum": ["a", "b"] },
    },
  },
  extensibleRemoved: {
    name: "extensible-value-removed",
    summary: "Values are no longer listed in an open list (`x-extensible-enum`).",
    says: "The open list of values loses {before}.",
    effect: "narrows",
    example: {
      of: "schema",
      before: { type: "string", "x-extensible-enum": ["a", "b"] },
      after: { type: "string", "x-extensible-enum": ["a"] },
    },
  },
} as const satisfies Record<string, Rule>;
