import type { Rule } from "../model/rule.types.ts";

/** `format`: an annotation by the specification, yet what servers check and clients parse by. */
export const formatRules = {
  added: {
    name: "format-added",
    summary: "A format is asked for.",
    says: "The format {after} is asked for.",
    effect: "narrows",
    example: {
      of: "schema",
      before: { type: "string" },
      after: { type: "string", format: "uuid" },
    },
  },
  removed: {
    name: "format-removed",
    summary: "A format is no longer promised.",
    says: "The format {before} is no longer asked for.",
    effect: "widens",
    example: {
      of: "schema",
      before: { type: "string", format: "uuid" },
      after: { type: "string" },
    },
  },
  widened: {
    name: "format-widened",
    summary: "The format holds all that the old one held, and more.",
    says: "The format widens from {before} to {after}.",
    effect: "widens",
    example: {
      of: "schema",
      before: { type: "integer", format: "int32" },
      after: { type: "integer", format: "int64" },
    },
  },
  narrowed: {
    name: "format-narrowed",
    summary: "The format holds only a part of what the old one held.",
    says: "The format narrows from {before} to {after}.",
    effect: "narrows",
    example: {
      of: "schema",
      before: { type: "number", format: "double" },
      after: { type: "number", format: "float" },
    },
  },
  changed: {
    name: "format-changed",
    summary: "Another format is asked for.",
    says: "The format changes from {before} to {after}.",
    effect: "shifts",
    example: {
      of: "schema",
      before: { type: "string", format: "date" },
      after: { type: "string", format: "date-time" },
    },
  },
} as const satisfies Record<string, Rule>;
