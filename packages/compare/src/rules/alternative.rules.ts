import type { Rule } from "../model/rule.types.ts";

const text = { type: "string" };
const whole = { type: "integer" };
const branch = (kind: string) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind }, [kind]: text },
});
const long = { type: "string", minLength: 5 };
const discriminated = (propertyName: string, more: object = {}) => ({
  anyOf: [branch("a"), branch("b")],
  discriminator: { propertyName, ...more },
});

/** `oneOf`, `anyOf` and the discriminator of their branches. */
export const alternativeRules = {
  branchAdded: {
    name: "alternative-added",
    summary: "`oneOf` or `anyOf` has a further branch.",
    says: "The alternative {after} is added.",
    effect: "widens",
    example: {
      of: "schema",
      before: { oneOf: [text, whole] },
      after: { oneOf: [text, whole, { type: "boolean" }] },
    },
  },
  branchRemoved: {
    name: "alternative-removed",
    summary: "`oneOf` or `anyOf` lost a branch.",
    says: "The alternative {before} is removed.",
    effect: "narrows",
    example: {
      of: "schema",
      before: { oneOf: [text, whole, { type: "boolean" }] },
      after: { oneOf: [text, whole] },
    },
  },
  groupAdded: {
    name: "alternatives-introduced",
    summary: "Values must now also match one of several alternatives.",
    says: "Values must now also match one of the alternatives {after}.",
    effect: "narrows",
    example: {
      of: "schema",
      before: { type: "string", minLength: 1 },
      after: { type: "string", minLength: 1, anyOf: [{ pattern: "^a" }, { pattern: "^b" }] },
    },
  },
  groupRemoved: {
    name: "alternatives-dropped",
    summary: "Values no longer have to match one of several alternatives.",
    says: "Values no longer have to match one of the alternatives {before}.",
    effect: "widens",
    example: {
      of: "schema",
      before: { type: "string", minLength: 1, anyOf: [{ pattern: "^a" }, { pattern: "^b" }] },
      after: { type: "string", minLength: 1 },
    },
  },
  kindChanged: {
    name: "alternatives-kind-changed",
    summary: "`anyOf` became `oneOf`.",
    says: "The alternatives change from {before} to {after}.",
    effect: "unclear",
    reason: "A value that fits several alternatives is refused.",
    example: { of: "schema", before: { anyOf: [text, long] }, after: { oneOf: [text, long] } },
  },
  kindRelaxed: {
    name: "alternatives-relaxed",
    summary: "`oneOf` became `anyOf`.",
    says: "The alternatives change from {before} to {after}.",
    effect: "widens",
    severity: { request: "info", response: "warn" },
    reason: "A value may now fit several alternatives.",
    example: { of: "schema", before: { oneOf: [text, long] }, after: { anyOf: [text, long] } },
  },
  discriminatorAdded: {
    name: "discriminator-added",
    summary: "A discriminator property now names the alternative.",
    says: "The discriminator property {after} now names the alternative.",
    effect: "neutral",
    reason: "Clients may use it.",
    example: {
      of: "schema",
      before: { anyOf: discriminated("kind").anyOf },
      after: discriminated("kind"),
    },
  },
  discriminatorRemoved: {
    name: "discriminator-removed",
    summary: "No discriminator property names the alternative any longer.",
    says: "The discriminator property {before} no longer names the alternative.",
    effect: "unclear",
    reason: "Clients that use it no longer know what they read.",
    example: {
      of: "schema",
      before: discriminated("kind"),
      after: { anyOf: discriminated("kind").anyOf },
    },
  },
  discriminatorChanged: {
    name: "discriminator-changed",
    summary: "Another discriminator property names the alternative.",
    says: "The discriminator property changes from {before} to {after}.",
    effect: "shifts",
    example: { of: "schema", before: discriminated("kind"), after: discriminated("sort") },
  },
  mappingAdded: {
    name: "discriminator-value-added",
    summary: "The discriminator has a further value.",
    says: "The discriminator gains the value {name}.",
    effect: "widens",
    example: {
      of: "schema",
      before: discriminated("kind", { mapping: { a: "#/a" } }),
      after: discriminated("kind", { mapping: { a: "#/a", b: "#/b" } }),
    },
  },
  mappingRemoved: {
    name: "discriminator-value-removed",
    summary: "The discriminator lost a value.",
    says: "The discriminator loses the value {name}.",
    effect: "narrows",
    example: {
      of: "schema",
      before: discriminated("kind", { mapping: { a: "#/a", b: "#/b" } }),
      after: discriminated("kind", { mapping: { a: "#/a" } }),
    },
  },
  defaultMappingChanged: {
    name: "discriminator-default-changed",
    summary: "Values without a known discriminator belong to another alternative.",
    says: "The discriminator's default changes from {before} to {after}.",
    effect: "unclear",
    example: {
      of: "schema",
      before: discriminated("kind", { defaultMapping: "A" }),
      after: discriminated("kind", { defaultMapping: "B" }),
    },
  },
} as const satisfies Record<string, Rule>;
