import type { Rule } from "../model/rule.types.ts";

const text = { type: "string" };
const object = (names: readonly string[], more: object = {}) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, text])),
  ...more,
});
const closed = { additionalProperties: false };

/** Properties that come, go, or change which way they travel. */
export const propertyRules = {
  added: {
    name: "property-added",
    summary: "A property is described that the object, which takes others, did not describe.",
    says: "The property {name} is added.",
    effect: "neutral",
    reason: "Clients may send or read it, and need not.",
    example: { of: "schema", before: object(["a"]), after: object(["a", "b"]) },
  },
  addedToClosed: {
    name: "property-added-to-closed-object",
    summary: "A property is added to an object that promised to have no others.",
    says: "The property {name} is added to an object that had no others.",
    effect: "widens",
    severity: { request: "info", response: "warn" },
    reason: "Clients that check answers strictly refuse it.",
    example: { of: "schema", before: object(["a"], closed), after: object(["a", "b"], closed) },
  },
  addedToFreeForm: {
    name: "property-added-to-free-form-object",
    summary: "A property is described in an object that took any.",
    says: "The property {name} is described in an object that took any properties.",
    effect: "narrows",
    severity: { request: "warn", response: "info" },
    reason: "What was sent under its name has to match it.",
    example: { of: "schema", before: { type: "object" }, after: object(["a"]) },
  },
  removed: {
    name: "property-removed",
    summary: "A property is no longer described; the object takes undescribed ones.",
    says: "The property {name} is removed.",
    effect: "unclear",
    reason: "Clients that send or read it do so in vain.",
    example: { of: "schema", before: object(["a", "b"]), after: object(["a"]) },
  },
  refused: {
    name: "property-refused",
    summary: "A property is removed from an object that takes no others.",
    says: "The property {name} is removed, and the object takes no others.",
    effect: "narrows",
    severity: { request: "breaking", response: "warn" },
    reason: "Requests that have it are refused, and no answer has it.",
    example: { of: "schema", before: object(["a", "b"], closed), after: object(["a"], closed) },
  },
  becameReadOnly: {
    name: "property-became-read-only",
    summary: "A property that clients could send is read-only.",
    says: "The property {name} becomes read-only.",
    effect: "unclear",
    severity: { request: "warn", response: null },
    reason: "Clients that send it do so in vain, or are refused.",
    example: {
      of: "schema",
      before: object(["a"]),
      after: { type: "object", properties: { a: { ...text, readOnly: true } } },
    },
  },
  ceasedReadOnly: {
    name: "property-ceased-read-only",
    summary: "A property that was read-only may be sent.",
    says: "The property {name} is no longer read-only.",
    effect: "neutral",
    severity: { request: "info", response: null },
    reason: "Clients may send it, and need not.",
    example: {
      of: "schema",
      before: { type: "object", properties: { a: { ...text, readOnly: true } } },
      after: object(["a"]),
    },
  },
  becameWriteOnly: {
    name: "property-became-write-only",
    summary: "A property that clients could read is write-only.",
    says: "The property {name} becomes write-only.",
    effect: "unclear",
    severity: { request: null, response: "warn" },
    reason: "Clients that read it no longer find it.",
    example: {
      of: "schema",
      before: object(["a"]),
      after: { type: "object", properties: { a: { ...text, writeOnly: true } } },
    },
  },
  ceasedWriteOnly: {
    name: "property-ceased-write-only",
    summary: "A property that was write-only may be read.",
    says: "The property {name} is no longer write-only.",
    effect: "neutral",
    severity: { request: null, response: "info" },
    reason: "Clients may read it, and need not.",
    example: {
      of: "schema",
      before: { type: "object", properties: { a: { ...text, writeOnly: true } } },
      after: object(["a"]),
    },
  },
} as const satisfies Record<string, Rule>;
