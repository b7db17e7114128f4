import type { Rule } from "../model/rule.types.ts";

const responses = (...statuses: readonly string[]) => ({
  responses: Object.fromEntries(statuses.map((status) => [status, { description: "It" }])),
});
const header = (more: object | null) => ({
  responses: {
    "200": {
      description: "It",
      ...(more === null ? {} : { headers: { "X-A": { schema: { type: "string" }, ...more } } }),
    },
  },
});
const link = (operationId: string) => ({
  responses: { "200": { description: "It", links: { next: { operationId } } } },
});

/** Responses, their headers and links. */
export const responseRules = {
  added: {
    name: "success-response-added",
    summary: "A success status is new.",
    says: "The response {name} is added.",
    effect: "widens",
    severity: { request: "info", response: "warn" },
    reason: "Clients that know only the other success statuses may fail.",
    example: { of: "operation", before: responses("200"), after: responses("200", "202") },
  },
  removed: {
    name: "success-response-removed",
    summary: "A success status is gone.",
    says: "The response {name} is removed.",
    effect: "shifts",
    reason: "Clients that wait for it never receive it.",
    example: { of: "operation", before: responses("200", "202"), after: responses("200") },
  },
  errorAdded: {
    name: "error-response-added",
    summary: "A further error status is described.",
    says: "The response {name} is added.",
    effect: "neutral",
    reason: "Clients have to be ready for any error anyway.",
    example: { of: "operation", before: responses("200"), after: responses("200", "404") },
  },
  errorRemoved: {
    name: "error-response-removed",
    summary: "An error status is no longer described.",
    says: "The response {name} is removed.",
    effect: "neutral",
    reason: "Clients that handle it work as before.",
    example: { of: "operation", before: responses("200", "404"), after: responses("200") },
  },
  headerAdded: {
    name: "response-header-added",
    summary: "A response has a further header.",
    says: "The header {name} is added.",
    effect: "neutral",
    example: { of: "operation", before: header(null), after: header({}) },
  },
  headerRemoved: {
    name: "response-header-removed",
    summary: "A header that a response could have is gone.",
    says: "The header {name} is removed.",
    effect: "unclear",
    reason: "Clients that read it no longer find it.",
    example: { of: "operation", before: header({}), after: header(null) },
  },
  requiredHeaderRemoved: {
    name: "required-response-header-removed",
    summary: "A header that a response always had is gone.",
    says: "The header {name}, which was always there, is removed.",
    effect: "widens",
    reason: "Clients that read it no longer find it.",
    example: { of: "operation", before: header({ required: true }), after: header(null) },
  },
  headerBecameRequired: {
    name: "response-header-became-required",
    summary: "A header of a response is always there.",
    says: "The header {name} is now always there.",
    effect: "narrows",
    example: { of: "operation", before: header({}), after: header({ required: true }) },
  },
  headerBecameOptional: {
    name: "response-header-became-optional",
    summary: "A header of a response may be missing.",
    says: "The header {name} may now be missing.",
    effect: "widens",
    reason: "Clients that read it may not find it.",
    example: { of: "operation", before: header({ required: true }), after: header({}) },
  },
  linksChanged: {
    name: "links-changed",
    summary: "The links of a response changed.",
    says: "The links change from {before} to {after}.",
    effect: "neutral",
    severity: "info",
    reason: "Clients that follow links find others.",
    example: { of: "operation", before: link("a"), after: link("b") },
  },
} as const satisfies Record<string, Rule>;
