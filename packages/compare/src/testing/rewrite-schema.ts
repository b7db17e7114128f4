import fc from "fast-check";
import type { Schema } from "./arbitrary-schema.ts";

/** Keywords that affect each other, and are moved together. */
const bundles: readonly (readonly string[])[] = [
  ["properties", "patternProperties", "additionalProperties"],
  ["prefixItems", "items"],
  ["contains", "minContains", "maxContains"],
  ["if", "then", "else"],
  ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"],
  ["const", "enum", "type"],
];

/** The same schema with a part of its keywords moved into `allOf`. */
export function splitSchema(schema: Schema, pick: number): Schema {
  if (
    typeof schema === "boolean" ||
    "unevaluatedProperties" in schema ||
    "unevaluatedItems" in schema
  ) {
    return schema;
  }
  const stays = (keyword: string): boolean => {
    const bundle = bundles.findIndex((names) => names.includes(keyword));
    return keyword === "allOf" || ((bundle < 0 ? keyword.length : bundle) + pick) % 2 === 0;
  };
  const entries = Object.entries(schema);
  const moved = Object.fromEntries(entries.filter(([keyword]) => !stays(keyword)));
  const kept = Object.fromEntries(entries.filter(([keyword]) => stays(keyword)));
  return { ...kept, allOf: [...((schema["allOf"] ?? []) as Schema[]), moved] };
}

/** The same value with the members of its objects in another order. */
export function reorder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reorder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, reorder(member)] as const);
  return Object.fromEntries(entries.reverse());
}

/**
 * The schema with the schemas of its properties moved to the components, and references to them.
 */
export function extractProperties(schema: Schema): {
  readonly schema: Schema;
  readonly schemas: Readonly<Record<string, Schema>>;
} {
  const schemas: Record<string, Schema> = {};
  if (typeof schema === "boolean") return { schema, schemas };
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  const references = properties.map(([name, inner]) => {
    schemas[`Of_${name}`] = inner;
    return [name, { $ref: `#/components/schemas/Of_${name}` }] as const;
  });
  if (properties.length === 0) return { schema, schemas };
  return { schema: { ...schema, properties: Object.fromEntries(references) }, schemas };
}

export const arbitraryPick = fc.integer({ min: 0, max: 1 });
