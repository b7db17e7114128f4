import { schemaTypes, type SchemaType } from "@lintel/contract/words/design";
import { isList, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";

/** What forms show of a simple schema. */
export interface SchemaFields {
  readonly schemaType: SchemaType | null;
  readonly schemaFormat: string | null;
  readonly defaultValue: Json;
}

const isSchemaType = (value: unknown): value is SchemaType =>
  schemaTypes.some((known) => known === value);

/** Of several types (OpenAPI 3.1) the first that is not null. */
export function readSchema(schema: Json): SchemaFields {
  if (!isObject(schema)) return { schemaType: null, schemaFormat: null, defaultValue: null };
  const type = memberOf(schema, "type");
  const first = isList(type) ? type.find((each) => each !== "null") : type;
  const format = memberOf(schema, "format");
  return {
    schemaType: isSchemaType(first) ? first : null,
    schemaFormat: typeof format === "string" ? format : null,
    defaultValue: memberOf(schema, "default") ?? null,
  };
}

/** One entry of `examples`, by its name. */
export interface NamedSample {
  readonly name: string;
  readonly entry: JsonObject;
}

/** What an edit calls its entry: with a number where `example` is taken. */
export const ownSampleName = /^example(?:-\d+)?$/;

/**
 * The entry of `examples` that forms show and edit: one that an edit would name so, else the first
 * that is written as it is on the wire (OpenAPI 3.2, Example Object).
 */
export function findSample(rest: JsonObject | null): NamedSample | null {
  const examples = rest === null ? undefined : memberOf(rest, "examples");
  if (!isObject(examples)) return null;
  const entries = Object.entries(examples).flatMap(([name, entry]) =>
    isObject(entry) ? [{ name, entry }] : [],
  );
  const isSerialized = ({ entry }: NamedSample) =>
    typeof memberOf(entry, "serializedValue") === "string";
  const isOwn = (each: NamedSample) =>
    ownSampleName.test(each.name) && (isSerialized(each) || hasValue(each.entry));
  return entries.find(isOwn) ?? entries.find(isSerialized) ?? null;
}

const hasValue = (entry: JsonObject) =>
  Object.hasOwn(entry, "value") || Object.hasOwn(entry, "dataValue");

export function readSerialized(rest: JsonObject | null): string | null {
  const entry = findSample(rest)?.entry;
  const value = entry === undefined ? undefined : memberOf(entry, "serializedValue");
  return typeof value === "string" ? value : null;
}

/** The sample as a value: `example`, or that of the entry of `examples` which forms show. */
export function readExample(example: Json, rest: JsonObject | null): Json {
  const entry = findSample(rest)?.entry;
  if (example !== null || entry === undefined) return example;
  return memberOf(entry, "dataValue") ?? memberOf(entry, "value") ?? null;
}
