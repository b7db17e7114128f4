import type { FieldError } from "../problem.ts";
import { meantSchemas, schemaOfMember, type Schema } from "./schema.ts";

/**
 * Finds texts, and names of members, that hold half of a surrogate pair (RFC 8259 §8.2): stored as
 * UTF-8 they would come back as something else. Values of any shape are kept as JSON, which can write
 * such a text, so they may hold one.
 */
export function findIllFormedTexts(schema: object, value: unknown, field = ""): FieldError[] {
  return meantSchemas(schema, value).flatMap((meant) => {
    if (typeof value === "string")
      return meant.type === "string" && !value.isWellFormed() ? [illFormed(field)] : [];
    if (typeof value !== "object" || value === null) return [];
    return Array.isArray(value) ? inItems(meant, value, field) : inMembers(meant, value, field);
  });
}

function inItems({ items }: Schema, list: readonly unknown[], field: string): FieldError[] {
  if (items === undefined) return [];
  return list.flatMap((item, at) => findIllFormedTexts(items, item, `${field}[${at}]`));
}

function inMembers(schema: Schema, record: object, field: string): FieldError[] {
  const isKnown = schema.properties !== undefined || schema.patternProperties !== undefined;
  if (!isKnown) return [];
  return Object.entries(record).flatMap(([name, member]) => {
    if (!name.isWellFormed()) return [illFormed(field)];
    const place = field === "" ? name : `${field}.${name}`;
    return findIllFormedTexts(schemaOfMember(schema, name).schema, member, place);
  });
}

function illFormed(field: string): FieldError {
  return {
    field,
    code: "surrogate",
    message: "Holds half of a surrogate pair, which is no character; send both halves or neither.",
  };
}
