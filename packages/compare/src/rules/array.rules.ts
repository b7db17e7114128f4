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
    summary: "A list must now contain a certain item.",
    says: "A list has to contain {after}.",
    effect: "narrows",
    example: { of: "schema", before: list, after: { ...list, contains: one } },
  },
  containsRemoved: {
    name: "contains-removed",
    summary: "A list no longer has to contain a certain item.",
    says: "A list no longer has to contain {before}.",
    effect: "widens",
    example: { of: "schema", before: { ...list, contains: one }, after: list },
  },
  furtherRefused: {
    name: "unevaluated-items-refused",
    summary: "Unevaluated items are refused.",
    says: "Unevaluated items are now refused.",
    effect: "narrows",
    example: { of: "schema", before: list, after: { ...list, unevaluatedItems: false } },
  },
  furtherAllowed: {
    name: "unevaluated-items-allowed",
    summary: "Unevaluated items are allowed.",
    says: "Unevaluated items are now allowed.",
    effect: "widens",
    example: { of: "schema", before: { ...list, unevaluatedItems: false }, after: list },
  },
} as const satisfies Record<string, Rule>;
