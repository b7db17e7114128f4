import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { SchemaType } from "@lintel/contract/words/design";
import { DocumentError } from "@lintel/openapi/source";
import { isNumeric } from "@lintel/json/exact-number";
import { readJson } from "@lintel/openapi/json-text";
import { isList, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { isAtLeast } from "@lintel/openapi/version";
import { Problem } from "../../platform/problem.ts";
import { refOfSchema } from "./component-refs.ts";
import { withMember, withoutMembers } from "./rest-edits.ts";
import { readSchema } from "./schema-fields.ts";

/** Less than the depth of documents, because the schema becomes a part of one. */
const maxDepth = 200;

/** @throws Problem SCHEMA_INVALID for a text that is no JSON, or no schema of the version. */
export function parseSchema(text: string, field: string, version: OpenApiVersion): Json {
  const value = parse(text, field);
  const hasBooleans = isAtLeast(version, "3.1");
  if (isObject(value) || (typeof value === "boolean" && hasBooleans)) return value;
  const wanted = hasBooleans ? "an object, true or false" : "an object in OpenAPI 3.0";
  throw new Problem("SCHEMA_INVALID", `A schema is ${wanted}: ${field} is something else.`, {
    field,
  });
}

function parse(text: string, field: string): Json {
  try {
    return readJson(text, maxDepth).value;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const { line = null, column = null } = error.position ?? {};
    throw new Problem("SCHEMA_INVALID", `${field} cannot be read as JSON: ${error.message}.`, {
      field,
      reason: error.code,
      line,
      column,
    });
  }
}

/** The types that a schema names, or null where it leaves them open. */
export function typesOf(schema: Json): readonly string[] | null {
  if (!isObject(schema)) return null;
  const type = memberOf(schema, "type");
  const types = (isList(type) ? type : [type]).filter((each) => typeof each === "string");
  if (types.length === 0) return null;
  return memberOf(schema, "nullable") === true ? [...types, "null"] : types;
}

/** A sample as a caller writes it: JSON where it is JSON of one of the types, else the text itself. */
export function readSample(text: string, types: readonly string[] | null): Json {
  const value = tryJson(text);
  if (value === undefined) return text;
  return types === null || types.some((type) => isOfType(value, type)) ? value : text;
}

function tryJson(text: string): Json | undefined {
  try {
    return readJson(text, maxDepth).value;
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

function isOfType(value: Json, type: string): boolean {
  if (isNumeric(value)) {
    return type === "number" || (type === "integer" && Number.isInteger(Number(value)));
  }
  if (type === "array") return isList(value);
  if (type === "object") return isObject(value);
  return type === "null" ? value === null : typeof value === type;
}

/** Given instead of a default: the present default stays. */
export const unchangedDefault: unique symbol = Symbol("unchangedDefault");

/** What forms set of a simple schema. */
export interface SchemaChange {
  /** undefined: the schema keeps what it says of its type. */
  readonly schemaType: SchemaType | undefined;
  readonly schemaFormat: string | undefined;
  readonly defaultValue: string | undefined | typeof unchangedDefault;
}

/**
 * Sets a schema's type, format and default, and keeps all its other keywords. No type is written
 * next to a `$ref`, and in OpenAPI 3.0, whose readers ignore other members of a reference, nothing.
 */
export function writeSchema(before: Json, change: SchemaChange, version: OpenApiVersion): Json {
  const isReference = refOfSchema(before) !== null;
  if (isReference && !isAtLeast(version, "3.1")) return before;
  const { schemaType } = change;
  if (schemaType === undefined && !isObject(before)) return before;
  const isTyped = isReference || schemaType === undefined;
  const typed = isTyped ? (before as JsonObject) : writeType(before, schemaType);
  const formatted = writeKeyword(typed, "format", change.schemaFormat);
  const { defaultValue } = change;
  const types = isReference && schemaType !== undefined ? [schemaType] : typesOf(typed);
  const value = typeof defaultValue === "string" ? readSample(defaultValue, types) : undefined;
  const isKept = defaultValue === unchangedDefault;
  const schema = isKept ? formatted : writeKeyword(formatted, "default", value);
  // OpenAPI 3.0 wants `items` of every array (Schema Object).
  const lacksItems = schemaType === "array" && memberOf(schema, "items") === undefined;
  return lacksItems && !isReference && version === "3.0" ? withMember(schema, "items", {}) : schema;
}

/** A type that is the same keeps how it is written; one of several may still be null. */
function writeType(before: Json, schemaType: SchemaType): JsonObject {
  if (!isObject(before)) return { type: schemaType };
  if (readSchema(before).schemaType === schemaType) return before;
  const type = memberOf(before, "type");
  const isNullable = isList(type) && type.includes("null");
  return withMember(before, "type", isNullable ? [schemaType, "null"] : schemaType);
}

function writeKeyword(schema: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (value === undefined) return withoutMembers(schema, [name]) ?? {};
  return withMember(schema, name, value);
}
