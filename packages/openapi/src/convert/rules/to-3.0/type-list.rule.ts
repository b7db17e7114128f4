import { isList, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

/**
 * A branch for one type, in the form of 3.1. OpenAPI 3.0 requires `items` for every array
 * (§4.7.24).
 */
const branchOf = (type: Json, isNullable: boolean): JsonObject => ({
  type: isNullable ? [type, "null"] : type,
  ...(type === "array" ? { items: {} } : {}),
});

/** Several types: the other keywords stay in the schema, because each applies to its type only. */
function lowerSeveral(object: JsonObject, types: readonly Json[], isNullable: boolean) {
  const anyOf = types.map((type) => branchOf(type, isNullable));
  if (!Object.hasOwn(object, "anyOf")) {
    return editMembers(object, { type: undefined, anyOf }, "type");
  }
  const allOf = memberOf(object, "allOf") ?? [];
  if (!isList(allOf)) return object;
  return editMembers(object, { type: undefined, allOf: [{ anyOf }, ...allOf] }, "type");
}

function lower(object: JsonObject): JsonObject {
  const list = memberOf(object, "type");
  if (!isList(list)) return object;
  const types = list.filter((type) => type !== "null");
  const isNullable = types.length < list.length;
  const [only] = types;
  if (only === undefined) {
    return editMembers(object, { type: isNullable ? "null" : undefined });
  }
  if (types.length > 1) return lowerSeveral(object, types, isNullable);
  return isNullable
    ? editMembers(object, { type: only, nullable: true }, "type")
    : editMembers(object, { type: only });
}

function raise(object: JsonObject): JsonObject {
  const nullable = memberOf(object, "nullable");
  if (typeof nullable !== "boolean") return object;
  const type = memberOf(object, "type");
  const isNullable = nullable && typeof type === "string";
  return editMembers(object, {
    nullable: undefined,
    ...(isNullable ? { type: [type, "null"] } : {}),
  });
}

export const typeList: ConversionRule = {
  code: "TYPE_LIST",
  summary: "A type and null is a nullable type in 3.0; several types are alternatives.",
  spec: "OpenAPI 3.0 §4.7.24 Schema Object, nullable",
  kinds: ["schema"],
  down: {
    watches: ["type"],
    severity: "info",
    message:
      "A schema of OpenAPI 3.0 has one type: null became nullable, other types became anyOf.",
    apply: lower,
  },
  up: {
    watches: ["nullable"],
    severity: "warn",
    message:
      'From OpenAPI 3.1 on, null is a type among others. "nullable" without a type never allowed null.',
    apply: raise,
  },
  examples: [
    { newer: { type: ["string", "null"] }, older: { type: "string", nullable: true } },
    {
      newer: { type: ["array", "string"], maxLength: 2 },
      older: { anyOf: [{ type: "array", items: {} }, { type: "string" }], maxLength: 2 },
      ways: "down",
    },
    {
      newer: { type: ["integer", "boolean", "null"], anyOf: [{}], allOf: [{}] },
      older: {
        anyOf: [{}],
        allOf: [
          {
            anyOf: [
              { type: "integer", nullable: true },
              { type: "boolean", nullable: true },
            ],
          },
          {},
        ],
      },
      ways: "down",
    },
    { newer: { type: ["string"] }, older: { type: "string" }, ways: "down" },
    { newer: { type: "string" }, older: { type: "string", nullable: false }, ways: "up" },
    { newer: { allOf: [] }, older: { allOf: [], nullable: true }, ways: "up" },
  ],
};
