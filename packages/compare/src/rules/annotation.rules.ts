import type { Rule } from "../model/rule.types.ts";

const text = { type: "string" };

/** Annotations, which do not change messages. */
export const annotationRules = {
  defaultChanged: {
    name: "default-changed",
    summary: "The default of an omitted value changed.",
    says: "The default changes from {before} to {after}.",
    effect: "unclear",
    severity: { request: "warn", response: "info" },
    reason: "Clients that omit the value get another one.",
    example: { of: "schema", before: { ...text, default: "a" }, after: { ...text, default: "b" } },
  },
  deprecated: {
    name: "deprecated",
    summary: "Something is deprecated.",
    says: "{name} is now deprecated.",
    effect: "neutral",
    reason: "It works as before; clients should stop using it.",
    example: { of: "schema", before: text, after: { ...text, deprecated: true } },
  },
  undeprecated: {
    name: "deprecation-withdrawn",
    summary: "Something is no longer deprecated.",
    says: "{name} is no longer deprecated.",
    effect: "neutral",
    reason: "It works as before.",
    example: { of: "schema", before: { ...text, deprecated: true }, after: text },
  },
  documentation: {
    name: "documentation-changed",
    summary: "A title, description, example or the like changed.",
    says: "{name} changes.",
    effect: "documents",
    example: {
      of: "schema",
      before: { ...text, description: "One" },
      after: { ...text, description: "Two" },
    },
  },
  extension: {
    name: "extension-changed",
    summary: "An extension (`x-…`) changed.",
    says: "The extension {name} changes from {before} to {after}.",
    effect: "documents",
    reason: "Its meaning is unknown.",
    example: { of: "schema", before: { ...text, "x-a": 1 }, after: { ...text, "x-a": 2 } },
  },
  unknown: {
    name: "unknown-keyword-changed",
    summary: "A keyword that no specification names changed.",
    says: "The keyword {name} changes from {before} to {after}.",
    effect: "neutral",
    reason: "Its meaning is unknown.",
    example: { of: "schema", before: { ...text, color: 1 }, after: { ...text, color: 2 } },
  },
} as const satisfies Record<string, Rule>;
