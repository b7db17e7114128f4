import type { Rule } from "../model/rule.types.ts";

const content = (...types: readonly string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: "string" } }])),
});
const body = (more: object, ...types: readonly string[]) => ({
  requestBody: { ...content(...types), ...more },
});
const json = "application/json";
const form = "application/x-www-form-urlencoded";
const encoded = (contentType: string) => ({
  requestBody: {
    content: { [form]: { schema: { type: "object" }, encoding: { a: { contentType } } } },
  },
});

/** Request bodies, and the media types of requests and responses. */
export const bodyRules = {
  added: {
    name: "request-body-added",
    summary: "A request body is new and optional.",
    says: "An optional request body is added.",
    effect: "neutral",
    reason: "Requests without a body work as before.",
    example: { of: "operation", before: {}, after: body({}, json) },
  },
  addedRequired: {
    name: "required-request-body-added",
    summary: "A request body is new and required.",
    says: "A required request body is added.",
    effect: "narrows",
    example: { of: "operation", before: {}, after: body({ required: true }, json) },
  },
  removed: {
    name: "request-body-removed",
    summary: "The request body is gone.",
    says: "The request body is removed.",
    effect: "shifts",
    reason: "A body that clients send is refused or ignored.",
    example: { of: "operation", before: body({}, json), after: {} },
  },
  becameRequired: {
    name: "request-body-became-required",
    summary: "The request body became required.",
    says: "The request body is now required.",
    effect: "narrows",
    example: { of: "operation", before: body({}, json), after: body({ required: true }, json) },
  },
  becameOptional: {
    name: "request-body-became-optional",
    summary: "The request body became optional.",
    says: "The request body is no longer required.",
    effect: "widens",
    example: { of: "operation", before: body({ required: true }, json), after: body({}, json) },
  },
  typeAdded: {
    name: "media-type-added",
    summary: "A media type is new.",
    says: "The media type {name} is added.",
    effect: "neutral",
    reason: "Clients choose the media type, and need not change.",
    example: { of: "operation", before: body({}, json), after: body({}, json, "text/csv") },
  },
  typeRemoved: {
    name: "media-type-removed",
    summary: "A media type is gone.",
    says: "The media type {name} is removed.",
    effect: "shifts",
    reason: "Clients that support no other are refused.",
    example: { of: "operation", before: body({}, json, "text/csv"), after: body({}, json) },
  },
  typeWidened: {
    name: "media-type-widened",
    summary: "A range replaces a media type that it includes.",
    says: "The media type widens from {before} to {after}.",
    effect: "widens",
    severity: { request: "info", response: "warn" },
    example: { of: "operation", before: body({}, json), after: body({}, "application/*") },
  },
  typeNarrowed: {
    name: "media-type-narrowed",
    summary: "Some media types of a range replace it.",
    says: "The media type narrows from {before} to {after}.",
    effect: "narrows",
    example: { of: "operation", before: body({}, "application/*"), after: body({}, json) },
  },
  encodingChanged: {
    name: "encoding-changed",
    summary: "The encoding of a form or multipart body changed.",
    says: "{name} changes from {before} to {after}.",
    effect: "unclear",
    reason: "Clients have to write and read the parts differently.",
    example: { of: "operation", before: encoded("text/plain"), after: encoded("text/csv") },
  },
} as const satisfies Record<string, Rule>;
