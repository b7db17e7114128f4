import { meantSchemas, schemaOfMember, type Schema } from "./schema.ts";

/**
 * Takes out of a value the fields that are null where they may be absent and not null: generators of
 * requests, and models above all, write null for what they leave out. The value itself is changed.
 */
export function dropNulls(schema: object, value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const meant of meantSchemas(schema, value)) {
    const { items } = meant;
    if (!Array.isArray(value)) dropNullMembers(meant, value as Record<string, unknown>);
    else if (items !== undefined) for (const item of value) dropNulls(items, item);
  }
}

function dropNullMembers(schema: Schema, record: Record<string, unknown>): void {
  // Values of any shape keep their nulls, however deep they are.
  if (schema.properties === undefined && schema.patternProperties === undefined) return;
  for (const [name, member] of Object.entries(record)) {
    const { schema: ofMember, isField } = schemaOfMember(schema, name);
    if (member !== null) dropNulls(ofMember, member);
    else if (isField && schema.required?.includes(name) !== true && !takesNull(ofMember))
      delete record[name];
  }
}

function takesNull({ type, anyOf, enum: values, ...schema }: Schema): boolean {
  if (type !== undefined) return type === "null" || (Array.isArray(type) && type.includes("null"));
  if (anyOf !== undefined) return anyOf.some(takesNull);
  if (values !== undefined) return values.includes(null);
  return !("const" in schema) || schema.const === null;
}
