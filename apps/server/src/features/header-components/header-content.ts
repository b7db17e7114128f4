import type { OpenApiVersion } from "@lintel/contract/words/design";
import type { Warning } from "@lintel/contract/shapes/design";
import type { SchemaType } from "@lintel/contract/words/design";
import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { refOfSchema } from "../../domain/design/component-refs.ts";
import { writeSample } from "../../domain/design/example-edits.ts";
import { withMember, withoutMembers } from "../../domain/design/rest-edits.ts";
import {
  unchangedDefault,
  readSample,
  typesOf,
  writeSchema,
} from "../../domain/design/schema-edits.ts";
import { warn } from "../../domain/design/warnings.ts";
import { readExample, readSchema, readSerialized } from "../../domain/design/schema-fields.ts";

/** The fields of a Header Object that a call sets. An empty one is cleared. */
export interface HeaderChange {
  readonly schemaType?: SchemaType | undefined;
  readonly schemaFormat?: string | undefined;
  /** The `$ref` of the linked schema. */
  readonly schemaRef?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly required?: boolean | undefined;
  readonly description?: string | undefined;
  readonly example?: string | undefined;
  readonly serializedExample?: string | undefined;
  readonly isDeprecated?: boolean | undefined;
}

export interface WrittenHeader {
  readonly content: JsonObject;
  readonly warnings: readonly Warning[];
}

/** Writes the fields of a call into a component's Header Object of any form. */
export function writeHeader(
  before: Json,
  change: HeaderChange,
  version: OpenApiVersion,
): WrittenHeader {
  const warnings: Warning[] = [];
  const isSet = Object.values(change).some((value) => value !== undefined);
  let content = isObject(before) ? before : {};
  if (!isSet) return { content, warnings };
  if (memberOf(content, "$ref") !== undefined) {
    content = {};
    const message = "The component was a reference to another one; it now says what was sent.";
    warnings.push(warn("FIELDS_CLEARED", ["$ref"], message));
  }
  content = setText(content, "description", change.description);
  content = setFlag(content, "required", change.required);
  content = setFlag(content, "deprecated", change.isDeprecated);
  content = setSchema(content, change, version, warnings);
  return { content: setSample(content, change, version), warnings };
}

function setText(object: JsonObject, name: string, text: string | undefined): JsonObject {
  if (text === undefined) return object;
  return text === "" ? (withoutMembers(object, [name]) ?? {}) : withMember(object, name, text);
}

function setFlag(object: JsonObject, name: string, isOn: boolean | undefined): JsonObject {
  if (isOn === undefined) return object;
  return isOn ? withMember(object, name, true) : (withoutMembers(object, [name]) ?? {});
}

const schemaFields = ["schemaType", "schemaFormat", "defaultValue"] as const;

function setSchema(
  header: JsonObject,
  change: HeaderChange,
  version: OpenApiVersion,
  warnings: Warning[],
): JsonObject {
  const given = schemaFields.filter((field) => change[field] !== undefined);
  if (change.schemaRef === undefined && given.length === 0) return header;
  const old = memberOf(header, "schema") ?? null;
  const linked: Json = change.schemaRef === undefined ? old : { $ref: change.schemaRef };
  const schema = writeFields(linked, change, version);
  warnings.push(...warnDropped(linked, change, version));
  if (memberOf(header, "content") === undefined) return withMember(header, "schema", schema);
  // A header has a schema or content, never both (Header Object).
  const message = "The header had content of a media type; it has the schema in its place.";
  warnings.push(warn("FIELDS_CLEARED", ["content"], message));
  return withMember(withoutMembers(header, ["content"]), "schema", schema);
}

function writeFields(before: Json, change: HeaderChange, version: OpenApiVersion): Json {
  const old = readSchema(before);
  const { defaultValue = unchangedDefault } = change;
  return writeSchema(
    before,
    {
      schemaType: change.schemaType ?? old.schemaType ?? "string",
      schemaFormat: (change.schemaFormat ?? old.schemaFormat ?? "") || undefined,
      defaultValue: defaultValue === "" ? undefined : defaultValue,
    },
    version,
  );
}

/** A type next to a link has no effect, and in OpenAPI 3.0 no keyword next to a link has one. */
function warnDropped(schema: Json, change: HeaderChange, version: OpenApiVersion): Warning[] {
  if (refOfSchema(schema) === null) return [];
  const isCreated = change.schemaRef !== undefined;
  const dropped = schemaFields.filter(
    (field) =>
      change[field] !== undefined && (field === "schemaType" ? !isCreated : version === "3.0"),
  );
  if (dropped.length === 0) return [];
  const message = `The header is linked to a schema, which says this in its place: ${dropped.join(", ")}.`;
  return [warn("DROPPED_ON_EXPORT", dropped, message)];
}

function setSample(header: JsonObject, change: HeaderChange, version: OpenApiVersion): JsonObject {
  if (change.example === undefined && change.serializedExample === undefined) return header;
  const schema = memberOf(header, "schema") ?? null;
  const columns = {
    example: memberOf(header, "example") ?? null,
    rest: withoutMembers(header, ["example"]),
  };
  const types = refOfSchema(schema) === null ? typesOf(schema) : (change.schemaType ?? null);
  const shown = readExample(columns.example, columns.rest);
  const example =
    change.example === undefined
      ? (shown ?? undefined)
      : readText(change.example, (text) =>
          readSample(text, typeof types === "string" ? [types] : types),
        );
  const serialized =
    change.serializedExample === undefined
      ? (readSerialized(columns.rest) ?? undefined)
      : readText(change.serializedExample, (text) => text);
  const written = writeSample(columns, { example, serialized }, version);
  const rest = written.rest ?? {};
  return written.example === null ? rest : withMember(rest, "example", written.example);
}

const readText = <T>(text: string, read: (text: string) => T): T | undefined =>
  text === "" ? undefined : read(text);
