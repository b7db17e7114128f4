import { parameterLocations, schemaTypes } from "@lintel/contract/words/design";

export const locations = parameterLocations.map((value) => ({ value, name: value }));
export const types = schemaTypes.map((value) => ({ value, name: value }));

/** The type of a schema that names none of the types of OpenAPI, in a word. */
export function describeType(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "–";
  const { type, $ref } = schema as { readonly type?: unknown; readonly $ref?: unknown };
  if (typeof $ref === "string") return $ref.split("/").at(-1) ?? $ref;
  if (typeof type === "string") return `${type} (unknown)`;
  return type === undefined ? "any" : "several";
}
