import type { Rule } from "../model/rule.types.ts";

const text = { type: "string" };
const object = (names: readonly string[], more: object = {}) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, text])),
  ...more,
});
const closed = { additionalProperties: false };

/** Properties that are added, removed, or sent in another direction. */
export const propertyRules = {
  added: {
    name: "property-added",
    summary: "A property is new in an object that allows additional ones.",
    says: "The property {name} is added.",
    effect: "neutral",
    reason: "Clients need not send or read it.",
    example: { of: "schema", before: object(["a"]), after: object(["a", "b"]) },
  },
  addedToClosed: {
    name: "property-added-to-closed-object",
    summary: "A property is new in an object that allowed no additional ones.",
    says: "The property {name} is added to an object that allowed no additional ones.",
    effect: "widens",
    severity: { request: "info", response: "warn" },
    reason: "Clients that validate responses strictly refuse it.",
    example: { of: "schema", before: object(["a"], closed), after: object(["a", "b"], closed) },
  },
  addedToFreeForm: {
    name: "property-added-to-free-form-object",
    summary: "A property is described in an object that allowed any.",
    says: "The property {name} is described in an object that allowed any properties.",
    effect: "narrows",
    severity: { request: "warn", response: "info" },
    reason: "Values of this name now have to match its schema.",
    example: { of: "schema", before: { type: "object" }, after: object(["a"]) },
  },
  removed: {
    name: "property-removed",
    summary: "A property is gone from an object that allows additional ones.",
    says: "The property {name} is removed.",
    effect: "unclear",
    reason: "Clients can no longer rely on it.",
    example: { of: "schema", before: object(["a", "b"]), after: object(["a"]) },
  },
  refused: {
    name: "property-refused",
    summary: "A property is gone from an object that allows no additional ones.",
    says: "The property {name} is removed, and the object allows no additional ones.",
    effect: "narrows",
    severity: { request: "breaking", response: "warn" },
    reason: "Requests that have it are refused, and no response has it.",
    example: { of: "schema", before: object(["a", "b"], closed), after: object(["a"], closed) },
  },
  becameReadOnly: {
    name: "property-became-read-only",
    summary: "A property that clients could send is read-only.",
    says: "The property {name} becomes read-only.",
    effect: "unclear",
    severity: { request: "warn", response: null },
    reason: "Requests that have it are refused, or the value is ignored.",
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
    reason: "Clients need not send it.",
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
    reason: "Clients need not read it.",
    example: {
      of: "schema",
      before: { type: "object", properties: { a: { ...text, writeOnly: true } } },
      after: object(["a"]),
    },
  },
} as const satisfies Record<string, Rule>;
