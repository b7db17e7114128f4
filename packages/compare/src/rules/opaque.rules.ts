import type { Rule } from "../model/rule.types.ts";

const text = { type: "string" };
const object = { type: "object" };
const dependent = { ...object, dependentSchemas: { a: { minProperties: 2 } } };
const condition = { if: { minLength: 3 }, else: { pattern: "^a" } };

/** Keywords that are not seen through: that they came, went or changed is all that is told. */
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
    summary: "The presence of a property asks more of the whole object.",
    says: "Where {name} is there, the object has to match {after} as well.",
    effect: "narrows",
    example: { of: "schema", before: object, after: dependent },
  },
  dependentRemoved: {
    name: "dependent-schemas-removed",
    summary: "The presence of a property no longer asks more of the whole object.",
    says: "Where {name} is there, the object need not match {before} any longer.",
    effect: "widens",
    example: { of: "schema", before: dependent, after: object },
  },
  dependentChanged: {
    name: "dependent-schemas-changed",
    summary:
      "The presence of a property asks something else of an object that refuses other properties.",
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
    summary: "A reference that leads out of the document, or nowhere, changed.",
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
    reason: "Clients that speak XML read and write other elements.",
    example: {
      of: "schema",
      before: { ...text, xml: { name: "a" } },
      after: { ...text, xml: { name: "b" } },
    },
  },
} as const satisfies Record<string, Rule>;
