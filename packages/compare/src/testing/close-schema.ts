import type { Schema } from "./arbitrary-schema.ts";

/**
 * A schema that allows only described properties, unless it describes others: the comparison
 * assumes that nobody sends what the document does not describe.
 */
export function closeSchema(schema: Schema, isWhole = true): Schema {
  if (typeof schema === "boolean") return schema;
  const closed: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema))
    closed[keyword] = closeWithin(keyword, value);
  const saysNothing =
    schema["unevaluatedProperties"] === undefined &&
    [undefined, true].includes(schema["additionalProperties"] as undefined);
  const isOpen = saysNothing || isEmpty(schema["additionalProperties"]);
  if (isWhole && isOpen && describesProperties(schema)) {
    closed["unevaluatedProperties"] = false;
    delete closed["additionalProperties"];
  }
  return closed;
}

/**
 * Whether the schema, or another one for the same value, describes a property; otherwise it allows
 * any.
 */
function describesProperties(schema: Schema): boolean {
  if (typeof schema === "boolean") return false;
  const { properties, patternProperties } = schema;
  const inPlace = ["allOf", "anyOf", "oneOf"].flatMap((name) => (schema[name] ?? []) as Schema[]);
  const own = Object.keys({ ...(properties as object), ...(patternProperties as object) });
  return own.length > 0 || inPlace.some(describesProperties);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function closeWithin(keyword: string, value: unknown): unknown {
  if (["items", "additionalProperties"].includes(keyword)) return closeSchema(value as Schema);
  if (keyword === "prefixItems") return (value as Schema[]).map((inner) => closeSchema(inner));
  if (["properties", "patternProperties"].includes(keyword)) {
    return Object.fromEntries(
      Object.entries(value as Record<string, Schema>).map(([name, inner]) => [
        name,
        closeSchema(inner),
      ]),
    );
  }
  // Schemas for the same value: the whole has the descriptions of all.
  if (["allOf", "anyOf", "oneOf"].includes(keyword)) {
    return (value as Schema[]).map((inner) => closeSchema(inner, false));
  }
  return value;
}
