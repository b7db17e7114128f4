import { isList, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { dropMembers, editMembers, mapMembers, type Edits } from "../model/edit-members.ts";
import type { Upgrade } from "./upgrade.types.ts";

const single = ["not", "items", "additionalProperties"] as const;
const lists = ["allOf", "anyOf", "oneOf"] as const;

/** Types of 2.0 that 3.0 does not have: files, and the lists of types of JSON Schema draft 4. */
function upgradeType(schema: JsonObject): Edits {
  const type = memberOf(schema, "type");
  if (type === "file") return { type: "string", format: "binary" };
  if (!isList(type)) return {};
  const types = type.filter((each) => each !== "null");
  const nullable = types.length < type.length ? { nullable: true } : {};
  const [only] = types;
  if (types.length === 1 && only !== undefined) return { type: only, ...nullable };
  const anyOf = types.map((each) => ({
    type: each,
    ...nullable,
    ...(each === "array" ? { items: {} } : {}),
  }));
  return types.length === 0
    ? { type: undefined, ...nullable, enum: [null] }
    : { type: undefined, ...(Object.hasOwn(schema, "anyOf") ? {} : { anyOf }) };
}

function upgradeOwn(schema: JsonObject, upgrade: Upgrade): JsonObject {
  const reference = memberOf(schema, "$ref");
  if (typeof reference === "string") {
    return editMembers(schema, { $ref: upgrade.renameReference(reference) });
  }
  const discriminator = memberOf(schema, "discriminator");
  const nullable = memberOf(schema, "x-nullable");
  const edits: Edits = {
    ...upgradeType(schema),
    ...(typeof discriminator === "string"
      ? { discriminator: { propertyName: discriminator } }
      : {}),
    ...(typeof nullable === "boolean" && !Object.hasOwn(schema, "nullable") ? { nullable } : {}),
  };
  const edited = Object.keys(edits).length === 0 ? schema : editMembers(schema, edits, "type");
  return typeof nullable === "boolean"
    ? dropMembers(edited, (name) => name === "x-nullable")
    : edited;
}

/**
 * Upgrades a schema and all nested schemas, but not examples, defaults and enumerations, which are
 * data.
 */
export function upgradeSchema(schema: Json, upgrade: Upgrade): Json {
  if (!isObject(schema)) return schema;
  const own = upgradeOwn(schema, upgrade);
  if (Object.hasOwn(own, "$ref")) return own;
  const edits: Record<string, Json> = {};
  for (const name of single) {
    const value = memberOf(own, name);
    // Draft 4 has schemas for items by position. OpenAPI 3.0 has one, which allows any of them.
    if (isList(value)) edits[name] = { anyOf: value.map((each) => upgradeSchema(each, upgrade)) };
    else if (isObject(value)) edits[name] = upgradeSchema(value, upgrade);
  }
  for (const name of lists) {
    const value = memberOf(own, name);
    if (isList(value)) edits[name] = value.map((each) => upgradeSchema(each, upgrade));
  }
  const properties = memberOf(own, "properties");
  if (isObject(properties)) {
    edits["properties"] = mapMembers(properties, (each) => upgradeSchema(each, upgrade));
  }
  return Object.keys(edits).length === 0 ? own : editMembers(own, edits);
}
