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
    summary: "A body may be sent where none was.",
    says: "An optional request body is added.",
    effect: "neutral",
    reason: "Whoever sends none is served as before.",
    example: { of: "operation", before: {}, after: body({}, json) },
  },
  addedRequired: {
    name: "required-request-body-added",
    summary: "A body has to be sent where none was.",
    says: "A required request body is added.",
    effect: "narrows",
    example: { of: "operation", before: {}, after: body({ required: true }, json) },
  },
  removed: {
    name: "request-body-removed",
    summary: "No body is taken any longer.",
    says: "The request body is removed.",
    effect: "shifts",
    reason: "What clients send in it is refused, or not read.",
    example: { of: "operation", before: body({}, json), after: {} },
  },
  becameRequired: {
    name: "request-body-became-required",
    summary: "A body has to be sent.",
    says: "The request body is now required.",
    effect: "narrows",
    example: { of: "operation", before: body({}, json), after: body({ required: true }, json) },
  },
  becameOptional: {
    name: "request-body-became-optional",
    summary: "A body may be left out.",
    says: "The request body is no longer required.",
    effect: "widens",
    example: { of: "operation", before: body({ required: true }, json), after: body({}, json) },
  },
  typeAdded: {
    name: "media-type-added",
    summary: "A further media type is spoken.",
    says: "The media type {name} is added.",
    effect: "neutral",
    reason: "Clients choose the media type, and may stay with theirs.",
    example: { of: "operation", before: body({}, json), after: body({}, json, "text/csv") },
  },
  typeRemoved: {
    name: "media-type-removed",
    summary: "A media type is no longer spoken.",
    says: "The media type {name} is removed.",
    effect: "shifts",
    reason: "Clients that speak no other are refused.",
    example: { of: "operation", before: body({}, json, "text/csv"), after: body({}, json) },
  },
  typeWidened: {
    name: "media-type-widened",
    summary: "A range of media types takes the place of one.",
    says: "The media type widens from {before} to {after}.",
    effect: "widens",
    severity: { request: "info", response: "warn" },
    example: { of: "operation", before: body({}, json), after: body({}, "application/*") },
  },
  typeNarrowed: {
    name: "media-type-narrowed",
    summary: "Some media types of a range take its place.",
    says: "The media type narrows from {before} to {after}.",
    effect: "narrows",
    example: { of: "operation", before: body({}, "application/*"), after: body({}, json) },
  },
  encodingChanged: {
    name: "encoding-changed",
    summary: "The parts of a form or multipart body are written otherwise.",
    says: "{name} changes from {before} to {after}.",
    effect: "unclear",
    reason: "Clients write and read the parts otherwise.",
    example: { of: "operation", before: encoded("text/plain"), after: encoded("text/csv") },
  },
} as const satisfies Record<string, Rule>;
