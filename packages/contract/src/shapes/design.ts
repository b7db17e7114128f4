import Type, { type Static, type TProperties } from "typebox";
import { schemaTypes } from "../words/design.ts";
import { record } from "./common.ts";

const warningCodes = [
  "OPERATION_ID_EXISTS",
  "PATH_PARAMETER_ADDED",
  "PATH_PARAMETER_REMOVED",
  "PATH_PARAMETER_MISSING",
  "DEPRECATION_HELD",
  "RATE_LIMIT_WITHOUT_BASE",
  "FIELDS_CLEARED",
  "DROPPED_ON_EXPORT",
  "REFERENCE_NOT_FOUND",
  "SCHEMA_IMPOSSIBLE",
  "SCOPE_UNKNOWN",
] as const;
export type WarningCode = (typeof warningCodes)[number];

/** A side effect of a change, or of a later export. The change itself was made. */
export const Warning = record({
  code: Type.Enum([...warningCodes]),
  message: Type.String({ description: "For people; may be reworded." }),
  fields: Type.Array(Type.String(), { description: "The fields that it concerns." }),
  parameterId: Type.Union([Type.String({ format: "uuid" }), Type.Null()], {
    description: "The parameter that was added or removed with a path.",
  }),
});
export type Warning = Static<typeof Warning>;

/** A record in the answer to a change, with further information. */
export function withWarnings<P extends TProperties>(properties: P) {
  return record({ ...properties, warnings: Type.Array(Warning) });
}

/** Any JSON value of the document; null if there is none. */
export function jsonValue(description: string) {
  return Type.Unknown({ description: `${description}; null if there is none.` });
}

/** A required id, with a description of its target. */
export function idOf(description: string) {
  return Type.String({ format: "uuid", description });
}

// PostgreSQL does not store U+0000, and UTF-8 has no form for half a surrogate pair.
const anyText = "^[^\\u0000\\p{Cs}]*$";
const oneLine = "^[^\\p{Cc}\\p{Cs}]*$";

/** A text of several lines, which may be JSON; long enough for imported documents. */
export function textOf(description: string, maxLength = 1_000_000) {
  return Type.String({ maxLength, pattern: anyText, description });
}

/** A text of one line. */
export function lineOf(description: string, maxLength = 2000) {
  return Type.String({ maxLength, pattern: oneLine, description });
}

/** A name of one line that is not empty. */
export function nameOf(description: string) {
  return Type.String({ minLength: 1, maxLength: 500, pattern: oneLine, description });
}

/** Ids separated by commas. Each operation sets the maximum. */
export function idListOf(description: string, maxLength = 1_000_000) {
  return Type.String({ minLength: 1, maxLength, pattern: anyText, description });
}

export const schemaTypeOf = (description: string) => Type.Enum([...schemaTypes], { description });
