import type { Rule } from "../model/rule.types.ts";

const id = { type: "string" };

/** `pattern` and the keywords of content. */
export const stringRules = {
  patternAdded: {
    name: "pattern-added",
    summary: "Text has to match a pattern.",
    says: "Text has to match the pattern {after}.",
    effect: "narrows",
    example: { of: "schema", before: id, after: { ...id, pattern: "^a" } },
  },
  patternRemoved: {
    name: "pattern-removed",
    summary: "Text no longer has to match a pattern.",
    says: "Text no longer has to match the pattern {before}.",
    effect: "widens",
    example: { of: "schema", before: { ...id, pattern: "^a" }, after: id },
  },
  patternChanged: {
    name: "pattern-changed",
    summary: "Text has to match another pattern.",
    says: "The pattern changes from {before} to {after}.",
    effect: "unclear",
    example: {
      of: "schema",
      before: { ...id, pattern: "^a" },
      after: { ...id, pattern: "^[ab]" },
    },
  },
  contentChanged: {
    name: "content-encoding-changed",
    summary: "The encoding or media type of the content of a text changed.",
    says: "{name} changes from {before} to {after}.",
    effect: "unclear",
    reason: "Clients have to read and write the text differently.",
    example: {
      of: "schema",
      before: { ...id, contentEncoding: "base64" },
      after: { ...id, contentEncoding: "base32" },
    },
  },
  contentSchemaAdded: {
    name: "content-schema-added",
    summary: "The content of a text has to match a schema.",
    says: "The content of the text now has to match {after}.",
    effect: "narrows",
    example: {
      of: "schema",
      before: { ...id, contentMediaType: "application/json" },
      after: {
        ...id,
        contentMediaType: "application/json",
        contentSchema: { type: "object" },
      },
    },
  },
  contentSchemaRemoved: {
    name: "content-schema-removed",
    summary: "The content of a text no longer has to match a schema.",
    says: "The content of the text no longer has to match {before}.",
    effect: "widens",
    example: {
      of: "schema",
      before: {
        ...id,
        contentMediaType: "application/json",
        contentSchema: { type: "object" },
      },
      after: { ...id, contentMediaType: "application/json" },
    },
  },
} as const satisfies Record<string, Rule>;
