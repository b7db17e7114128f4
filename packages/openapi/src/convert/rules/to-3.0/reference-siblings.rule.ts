import { isList, memberOf, type JsonObject } from "@lintel/json/value";
import { dropMembers, editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

/** Members that 3.1 reads next to a reference without a change of meaning. */
const notes = new Set(
  "$ref title description default deprecated readOnly writeOnly example externalDocs".split(" "),
);

const isExtension = (name: string) => name.startsWith("x-");

function lower(object: JsonObject): JsonObject {
  const reference = memberOf(object, "$ref");
  if (typeof reference !== "string") return object;
  if (Object.keys(object).every((name) => name === "$ref" || isExtension(name))) return object;
  const allOf = memberOf(object, "allOf") ?? [];
  if (!isList(allOf)) return object;
  const edits = { $ref: undefined, allOf: [{ $ref: reference }, ...allOf] };
  return editMembers(object, edits, "$ref");
}

export const referenceSiblings: ConversionRule = {
  code: "REFERENCE_SIBLINGS",
  summary: "3.0 ignores members next to a reference in a schema, 3.1 does not.",
  spec: "OpenAPI 3.0 §4.7.23 Reference Object",
  kinds: ["schema"],
  down: {
    watches: ["$ref"],
    severity: "info",
    message: "OpenAPI 3.0 ignores members next to a reference: the reference moved into allOf.",
    apply: lower,
  },
  up: {
    watches: ["$ref"],
    severity: "info",
    message: "OpenAPI 3.0 ignored this next to a reference, 3.1 would not.",
    apply: (object) =>
      typeof memberOf(object, "$ref") === "string"
        ? dropMembers(object, (name) => !notes.has(name) && !isExtension(name))
        : object,
  },
  examples: [
    {
      newer: { $ref: "#/components/schemas/other", description: "a" },
      older: { allOf: [{ $ref: "#/components/schemas/other" }], description: "a" },
      ways: "down",
    },
    {
      newer: { $ref: "#/components/schemas/other", allOf: [{ title: "a" }] },
      older: { allOf: [{ $ref: "#/components/schemas/other" }, { title: "a" }] },
      ways: "down",
    },
    {
      newer: { $ref: "#/components/schemas/other", description: "a" },
      older: { $ref: "#/components/schemas/other", description: "a", nullable: true },
      ways: "up",
    },
  ],
};
