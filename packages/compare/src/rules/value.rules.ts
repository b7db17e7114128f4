import type { Rule } from "../model/rule.types.ts";

/** `enum` and `const`, which say the same of one value. */
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
    summary: "Where any value of the type was allowed, only listed ones are.",
    says: "Only {after} is allowed, where any value of the type was.",
    effect: "narrows",
    example: {
      of: "schema",
      before: { type: "string" },
      after: { type: "string", enum: ["a", "b"] },
    },
  },
  unlisted: {
    name: "enum-dropped",
    summary: "Where only listed values were allowed, any of the type is.",
    says: "Any value of the type is allowed, where only {before} was.",
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
    reason: "Clients were told that values can be added.",
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
