import type { Rule } from "../model/rule.types.ts";

/** `type`, `nullable` and the schemas `true` and `false`. */
export const typeRules = {
  narrowed: {
    name: "type-narrowed",
    summary: "Some of the types are no longer allowed.",
    says: "The type narrows from {before} to {after}.",
    effect: "narrows",
    example: { of: "schema", before: { type: "number" }, after: { type: "integer" } },
  },
  widened: {
    name: "type-widened",
    summary: "More types are allowed.",
    says: "The type widens from {before} to {after}.",
    effect: "widens",
    example: { of: "schema", before: { type: "integer" }, after: { type: "number" } },
  },
  changed: {
    name: "type-changed",
    summary: "Some types are no longer allowed, and others are.",
    says: "The type changes from {before} to {after}.",
    effect: "shifts",
    example: { of: "schema", before: { type: "string" }, after: { type: "integer" } },
  },
  nullAllowed: {
    name: "null-allowed",
    summary: "The value may be null.",
    says: "The value may now be null.",
    effect: "widens",
    example: { of: "schema", before: { type: "string" }, after: { type: ["string", "null"] } },
  },
  nullRefused: {
    name: "null-refused",
    summary: "The value may no longer be null.",
    says: "The value may no longer be null.",
    effect: "narrows",
    example: { of: "schema", before: { type: ["string", "null"] }, after: { type: "string" } },
  },
  closed: {
    name: "schema-closed",
    summary: "A schema that allowed values is now `false`: it allows none.",
    says: "No value is allowed here any longer.",
    effect: "narrows",
    example: {
      of: "schema",
      before: { type: "object", properties: { a: { type: "string" } } },
      after: { type: "object", properties: { a: false } },
    },
  },
  opened: {
    name: "schema-opened",
    summary: "A schema that was `false` allows values.",
    says: "Values are now allowed here.",
    effect: "widens",
    example: {
      of: "schema",
      before: { type: "object", properties: { a: false } },
      after: { type: "object", properties: { a: { type: "string" } } },
    },
  },
} as const satisfies Record<string, Rule>;
