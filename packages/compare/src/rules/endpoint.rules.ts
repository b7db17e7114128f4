import type { Rule } from "../model/rule.types.ts";

const answer = { responses: { "200": { description: "Done" } } };
const at = (path: string, operation: object) => ({
  paths: { [path]: { get: { ...answer, ...operation } } },
});
const pathVariable = (name: string) => ({
  parameters: [{ name, in: "path", required: true, schema: { type: "string" } }],
});

/** Endpoints and their metadata, without requests and responses. */
export const endpointRules = {
  added: {
    name: "endpoint-added",
    summary: "An endpoint is new.",
    says: "{name} is added.",
    effect: "neutral",
    reason: "No client has to use it.",
    example: { of: "document", before: { paths: {} }, after: at("/a", {}) },
  },
  removed: {
    name: "endpoint-removed",
    summary: "An endpoint is gone.",
    says: "{name} is removed.",
    effect: "narrows",
    severity: "breaking",
    reason: "Clients that call it get an error.",
    example: { of: "document", before: at("/a", {}), after: { paths: {} } },
  },
  deprecatedRemoved: {
    name: "deprecated-endpoint-removed",
    summary: "An endpoint that was deprecated is gone.",
    says: "{name}, which was deprecated, is removed.",
    effect: "narrows",
    severity: "warn",
    reason: "Clients that still call it get an error.",
    example: { of: "document", before: at("/a", { deprecated: true }), after: { paths: {} } },
  },
  removedBeforeSunset: {
    name: "endpoint-removed-before-sunset",
    summary: "A deprecated endpoint is gone before the date of its end (`x-sunset`).",
    says: "{name} is removed before its announced end.",
    effect: "narrows",
    severity: "breaking",
    reason: "The sunset date promised that clients could call it until then.",
    example: {
      of: "document",
      before: at("/a", { deprecated: true, "x-sunset": "9999-12-31" }),
      after: { paths: {} },
    },
  },
  variableRenamed: {
    name: "path-variable-renamed",
    summary: "A variable of a path has another name.",
    says: "A variable of the path is renamed: {before} becomes {after}.",
    effect: "documents",
    reason: "The name of a variable is not sent.",
    example: {
      of: "document",
      before: at("/a/{id}", pathVariable("id")),
      after: at("/a/{key}", pathVariable("key")),
    },
  },
  operationIdChanged: {
    name: "operation-id-changed",
    summary: "The operationId changed or is gone.",
    says: "The operationId changes from {before} to {after}.",
    effect: "unclear",
    severity: "warn",
    reason: "Generated clients name the method after it.",
    example: { of: "operation", before: { operationId: "a" }, after: { operationId: "b" } },
  },
  operationIdAdded: {
    name: "operation-id-added",
    summary: "An endpoint without an operationId got one.",
    says: "The operationId {after} is added.",
    effect: "neutral",
    severity: "info",
    reason: "Generated clients may name the method after it.",
    example: { of: "operation", before: {}, after: { operationId: "a" } },
  },
  sunsetAnnounced: {
    name: "sunset-announced",
    summary: "The sunset date of an endpoint or a parameter is new or later (`x-sunset`).",
    says: "The end of {name} moves from {before} to {after}.",
    effect: "neutral",
    severity: "info",
    reason: "Clients can use it until then.",
    example: {
      of: "operation",
      before: { deprecated: true },
      after: { deprecated: true, "x-sunset": "2030-01-01" },
    },
  },
  sunsetForward: {
    name: "sunset-brought-forward",
    summary: "An endpoint or a parameter ends earlier than announced (`x-sunset`).",
    says: "The end of {name} is brought forward from {before} to {after}.",
    effect: "narrows",
    severity: "warn",
    reason: "Clients have less time than announced.",
    example: {
      of: "operation",
      before: { "x-sunset": "2030-01-01" },
      after: { "x-sunset": "2029-01-01" },
    },
  },
  sunsetWithdrawn: {
    name: "sunset-date-removed",
    summary: "The date on which something deprecated ends is gone (`x-sunset`).",
    says: "The date on which {name} ends is removed; it was {before}.",
    effect: "unclear",
    severity: "warn",
    reason: "Clients no longer know how long it works.",
    example: {
      of: "operation",
      before: { deprecated: true, "x-sunset": "2030-01-01" },
      after: { deprecated: true },
    },
  },
  sunsetKept: {
    name: "sunset-withdrawn",
    summary: "The sunset date of something is withdrawn (`x-sunset`).",
    says: "The end of {name} on {before} is withdrawn.",
    effect: "neutral",
    severity: "info",
    reason: "It works as before.",
    example: { of: "operation", before: { "x-sunset": "2030-01-01" }, after: {} },
  },
  tagsChanged: {
    name: "tags-changed",
    summary: "The tags of an endpoint or of the document changed.",
    says: "The tags change from {before} to {after}.",
    effect: "documents",
    reason: "The documentation has other groups.",
    example: { of: "operation", before: { tags: ["a"] }, after: { tags: ["b"] } },
  },
} as const satisfies Record<string, Rule>;
