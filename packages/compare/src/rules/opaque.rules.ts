import type { Rule } from "../model/rule.types.ts";

const text = { type: "string" };
const object = { type: "object" };
const dependent = { ...object, dependentSchemas: { a: { minProperties: 2 } } };
const condition = { if: { minLength: 3 }, else: { pattern: "^a" } };

/** Keywords that are not analyzed: only their addition, removal or change is reported. */
export const opaqueRules = {
  notAdded: {
    name: "not-added",
    summary: "Values that match a schema are refused.",
    says: "Values that match {after} are now refused.",
    effect: "narrows",
    example: { of: "schema", before: text, after: { ...text, not: { pattern: "^a" } } },
  },
  notRemoved: {
    name: "not-removed",
    summary: "Values that match a schema are no longer refused.",
    says: "Values that match {before} are no longer refused.",
    effect: "widens",
    example: { of: "schema", before: { ...text, not: { pattern: "^a" } }, after: text },
  },
  conditionAdded: {
    name: "condition-added",
    summary: "`if`, `then` and `else` apply.",
    says: "A condition is added: {after}.",
    effect: "narrows",
    example: { of: "schema", before: text, after: { ...text, ...condition } },
  },
  conditionRemoved: {
    name: "condition-removed",
    summary: "`if`, `then` and `else` no longer apply.",
    says: "A condition is removed: {before}.",
    effect: "widens",
    example: { of: "schema", before: { ...text, ...condition }, after: text },
  },
  dependentAdded: {
    name: "dependent-schemas-added",
    summary: "The presence of a property adds requirements for the whole object.",
    says: "If {name} is present, the object must now also match {after}.",
    effect: "narrows",
    example: { of: "schema", before: object, after: dependent },
  },
  dependentRemoved: {
    name: "dependent-schemas-removed",
    summary: "The presence of a property no longer adds requirements for the whole object.",
    says: "If {name} is present, the object no longer has to match {before}.",
    effect: "widens",
    example: { of: "schema", before: dependent, after: object },
  },
  dependentChanged: {
    name: "dependent-schemas-changed",
    summary:
      "The presence of a property adds other requirements for an object that refuses unevaluated properties.",
    says: "dependentSchemas changes.",
    effect: "unclear",
    example: {
      of: "schema",
      before: { ...object, unevaluatedProperties: false },
      after: { ...dependent, unevaluatedProperties: false },
    },
  },
  referenceChanged: {
    name: "unresolved-reference-changed",
    summary: "A reference without a target in the document changed.",
    says: "The reference changes from {before} to {after}, and was not followed.",
    effect: "unclear",
    example: {
      of: "schema",
      before: { $ref: "https://schemas.example/a.json" },
      after: { $ref: "https://schemas.example/b.json" },
    },
  },
  xmlChanged: {
    name: "xml-changed",
    summary: "The names or the shape of XML changed.",
    says: "xml changes from {before} to {after}.",
    effect: "unclear",
    reason: "Clients that use XML read and write other elements.",
    example: {
      of: "schema",
      before: { ...text, xml: { name: "a" } },
      after: { ...text, xml: { name: "b" } },
    },
  },
} as const satisfies Record<string, Rule>;
