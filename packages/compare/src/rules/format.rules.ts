import type { Rule } from "../model/rule.types.ts";

/** `format`: an annotation by the specification, but servers check it and clients parse by it. */
export const formatRules = {
  added: {
    name: "format-added",
    summary: "A format is new.",
    says: "The format {after} is now required.",
    effect: "narrows",
    example: {
      of: "schema",
      before: { type: "string" },
      after: { type: "string", format: "uuid" },
    },
  },
  removed: {
    name: "format-removed",
    summary: "A format is gone.",
    says: "The format {before} is no longer required.",
    effect: "widens",
    example: {
      of: "schema",
      before: { type: "string", format: "uuid" },
      after: { type: "string" },
    },
  },
  widened: {
    name: "format-widened",
    summary: "The new format includes the old one.",
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
    summary: "The old format includes the new one.",
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
    summary: "The format changed.",
    says: "The format changes from {before} to {after}.",
    effect: "shifts",
    example: {
      of: "schema",
      before: { type: "string", format: "date" },
      after: { type: "string", format: "date-time" },
    },
  },
} as const satisfies Record<string, Rule>;
