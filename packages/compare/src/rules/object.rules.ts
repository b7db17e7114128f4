import type { Rule } from "../model/rule.types.ts";

const object = { type: "object" };
const limited = { ...object, additionalProperties: { type: "integer" } };
const patterned = { patternProperties: { "^x": { type: "string" } } };
const pair = { ...object, properties: { a: { type: "string" }, b: { type: "string" } } };

/** Required properties, and properties without a description of their own. */
export const objectRules = {
  requiredAdded: {
    name: "property-became-required",
    summary: "A property became required.",
    says: "The property {name} is now required.",
    effect: "narrows",
    example: { of: "schema", before: pair, after: { ...pair, required: ["a"] } },
  },
  requiredRemoved: {
    name: "property-became-optional",
    summary: "A property became optional.",
    says: "The property {name} is no longer required.",
    effect: "widens",
    example: { of: "schema", before: { ...pair, required: ["a"] }, after: pair },
  },
  furtherRefused: {
    name: "additional-properties-refused",
    summary: "Additional properties are refused.",
    says: "Additional properties are now refused.",
    effect: "narrows",
    example: { of: "schema", before: object, after: { ...object, additionalProperties: false } },
  },
  furtherAllowed: {
    name: "additional-properties-allowed",
    summary: "Additional properties are allowed.",
    says: "Additional properties are now allowed.",
    effect: "widens",
    severity: { request: "info", response: "warn" },
    reason: "A response can have properties that were excluded.",
    example: { of: "schema", before: { ...object, additionalProperties: false }, after: object },
  },
  unevaluatedRefused: {
    name: "unevaluated-properties-refused",
    summary: "Unevaluated properties are refused.",
    says: "Unevaluated properties are now refused.",
    effect: "narrows",
    example: { of: "schema", before: object, after: { ...object, unevaluatedProperties: false } },
  },
  unevaluatedAllowed: {
    name: "unevaluated-properties-allowed",
    summary: "Unevaluated properties are allowed.",
    says: "Unevaluated properties are now allowed.",
    effect: "widens",
    severity: { request: "info", response: "warn" },
    reason: "A response can have properties that were excluded.",
    example: { of: "schema", before: { ...object, unevaluatedProperties: false }, after: object },
  },
  patternAdded: {
    name: "pattern-property-added",
    summary: "Properties whose names match a pattern are described, where other properties were.",
    says: "Properties whose names match {name} are now described.",
    effect: "unclear",
    example: { of: "schema", before: limited, after: { ...limited, ...patterned } },
  },
  patternRemoved: {
    name: "pattern-property-removed",
    summary: "Properties whose names match a pattern are described as other properties are.",
    says: "Properties whose names match {name} are no longer described.",
    effect: "unclear",
    example: { of: "schema", before: { ...limited, ...patterned }, after: limited },
  },
  patternNarrowed: {
    name: "pattern-property-narrowed",
    summary: "Properties whose names match a pattern had any value and have to match a schema.",
    says: "Properties whose names match {name} now have to match {after}.",
    effect: "narrows",
    example: { of: "schema", before: object, after: { ...object, ...patterned } },
  },
  patternWidened: {
    name: "pattern-property-widened",
    summary: "Properties whose names match a pattern may have any value.",
    says: "Properties whose names match {name} no longer have to match {before}.",
    effect: "widens",
    example: { of: "schema", before: { ...object, ...patterned }, after: object },
  },
  dependentAdded: {
    name: "dependent-required-added",
    summary: "The presence of a property requires others.",
    says: "If {name} is present, {after} is now required.",
    effect: "narrows",
    example: { of: "schema", before: pair, after: { ...pair, dependentRequired: { a: ["b"] } } },
  },
  dependentRemoved: {
    name: "dependent-required-removed",
    summary: "The presence of a property no longer requires others.",
    says: "If {name} is present, {before} is no longer required.",
    effect: "widens",
    example: { of: "schema", before: { ...pair, dependentRequired: { a: ["b"] } }, after: pair },
  },
} as const satisfies Record<string, Rule>;
