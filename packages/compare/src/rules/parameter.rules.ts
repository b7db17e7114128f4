import type { Rule } from "../model/rule.types.ts";

const text = { type: "string" };
const list = { type: "array", items: text };
const query = (more: object = {}) => ({
  parameters: [{ name: "q", in: "query", schema: text, ...more }],
});

/** Parameters of the path, query, header and cookies. */
export const parameterRules = {
  added: {
    name: "parameter-added",
    summary: "An optional parameter is new.",
    says: "The optional parameter {name} is added.",
    effect: "neutral",
    reason: "Requests without it work as before.",
    example: { of: "operation", before: {}, after: query() },
  },
  addedRequired: {
    name: "required-parameter-added",
    summary: "A required parameter is new.",
    says: "The required parameter {name} is added.",
    effect: "narrows",
    reason: "Requests without it are refused.",
    example: { of: "operation", before: {}, after: query({ required: true }) },
  },
  removed: {
    name: "parameter-removed",
    summary: "A parameter is gone.",
    says: "The parameter {name} is removed.",
    effect: "widens",
    severity: { request: "warn", response: "breaking" },
    reason: "It no longer has an effect.",
    example: { of: "operation", before: query(), after: {} },
  },
  removedBeforeSunset: {
    name: "parameter-removed-before-sunset",
    summary: "A deprecated parameter is gone before the date of its end (`x-sunset`).",
    says: "The parameter {name} is removed before its announced end.",
    effect: "shifts",
    severity: "breaking",
    reason: "The sunset date promised that clients could send it until then.",
    example: {
      of: "operation",
      before: query({ deprecated: true, "x-sunset": "9999-12-31" }),
      after: {},
    },
  },
  becameRequired: {
    name: "parameter-became-required",
    summary: "A parameter became required.",
    says: "The parameter {name} is now required.",
    effect: "narrows",
    reason: "Requests without it are refused.",
    example: { of: "operation", before: query(), after: query({ required: true }) },
  },
  becameOptional: {
    name: "parameter-became-optional",
    summary: "A parameter became optional.",
    says: "The parameter {name} is no longer required.",
    effect: "widens",
    example: { of: "operation", before: query({ required: true }), after: query() },
  },
  moved: {
    name: "parameter-moved",
    summary: "A parameter moved to another place in the request.",
    says: "The parameter {name} moves from {before} to {after}.",
    effect: "shifts",
    reason: "The API no longer finds it where clients send it.",
    example: { of: "operation", before: query(), after: query({ in: "header" }) },
  },
  serializationChanged: {
    name: "parameter-serialization-changed",
    summary: "The serialization of a parameter changed: `style` or `explode`.",
    says: "The serialization of the parameter {name} changes from {before} to {after}.",
    effect: "shifts",
    reason: "The API reads another value than clients send.",
    example: {
      of: "operation",
      before: query({ schema: list }),
      after: query({ schema: list, style: "pipeDelimited", explode: false }),
    },
  },
  reservedChanged: {
    name: "allow-reserved-changed",
    summary: "Whether reserved characters are sent without encoding changed.",
    says: "allowReserved of the parameter {name} changes from {before} to {after}.",
    effect: "unclear",
    example: { of: "operation", before: query(), after: query({ allowReserved: true }) },
  },
  emptyRefused: {
    name: "empty-value-refused",
    summary: "A parameter may no longer be empty.",
    says: "The parameter {name} may no longer be empty.",
    effect: "narrows",
    severity: "warn",
    example: { of: "operation", before: query({ allowEmptyValue: true }), after: query() },
  },
  emptyAllowed: {
    name: "empty-value-allowed",
    summary: "A parameter may be empty.",
    says: "The parameter {name} may now be empty.",
    effect: "widens",
    severity: "info",
    example: { of: "operation", before: query(), after: query({ allowEmptyValue: true }) },
  },
  contentChanged: {
    name: "parameter-content-changed",
    summary: "The media type of a parameter changed, or is new.",
    says: "The serialization of the parameter {name} changes from {before} to {after}.",
    effect: "shifts",
    reason: "The API reads another value than clients send.",
    example: {
      of: "operation",
      before: query(),
      after: {
        parameters: [{ name: "q", in: "query", content: { "application/json": { schema: text } } }],
      },
    },
  },
} as const satisfies Record<string, Rule>;
