import type { Rule } from "../model/rule.types.ts";

const list = { type: "array" };
const one = { const: 1 };

/** `uniqueItems`, `contains` and `unevaluatedItems`. */
export const arrayRules = {
  uniqueRequired: {
    name: "unique-items-required",
    summary: "Items may no longer repeat.",
    says: "Items may no longer repeat.",
    effect: "narrows",
    example: { of: "schema", before: list, after: { ...list, uniqueItems: true } },
  },
  uniqueDropped: {
    name: "unique-items-dropped",
    summary: "Items may repeat.",
    says: "Items may now repeat.",
    effect: "widens",
    example: { of: "schema", before: { ...list, uniqueItems: true }, after: list },
  },
  containsAdded: {
    name: "contains-added",
    summary: "A list has to contain an item of a kind.",
    says: "A list has to contain {after}.",
    effect: "narrows",
    example: { of: "schema", before: list, after: { ...list, contains: one } },
  },
  containsRemoved: {
    name: "contains-removed",
    summary: "A list no longer has to contain an item of a kind.",
    says: "A list no longer has to contain {before}.",
    effect: "widens",
    example: { of: "schema", before: { ...list, contains: one }, after: list },
  },
  furtherRefused: {
    name: "unevaluated-items-refused",
    summary: "Items that nothing describes are refused.",
    says: "Items that nothing describes are now refused.",
    effect: "narrows",
    example: { of: "schema", before: list, after: { ...list, unevaluatedItems: false } },
  },
  furtherAllowed: {
    name: "unevaluated-items-allowed",
    summary: "Items that nothing describes are allowed.",
    says: "Items that nothing describes are now allowed.",
    effect: "widens",
    example: { of: "schema", before: { ...list, unevaluatedItems: false }, after: list },
  },
} as const satisfies Record<string, Rule>;
