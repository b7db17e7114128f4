import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { dropMembers, editMembers, type Edits } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

const form = "application/x-www-form-urlencoded";

/** The schema of a form, unless the form defines the encoding of its fields. */
function readForm(content: Json | undefined): JsonObject | null {
  const media = memberOf(content, form);
  return isObject(media) && isObject(memberOf(media, "schema")) ? media : null;
}

/** With `explode`, the members of an object become parameters of the query. */
function writeFields(object: JsonObject, media: JsonObject): JsonObject {
  const edits: Edits = {
    in: "query",
    content: undefined,
    style: "form",
    explode: true,
    schema: media["schema"],
    example: memberOf(media, "example"),
    examples: memberOf(media, "examples"),
  };
  return editMembers(object, edits, "content");
}

export const querystringParameters: ConversionRule = {
  code: "QUERYSTRING_PARAMETERS",
  summary: "A parameter for the whole query becomes one whose members are parameters.",
  spec: "OpenAPI 3.2 §4.12 Parameter Object",
  kinds: ["parameter"],
  down: {
    watches: ["in"],
    severity: "error",
    message:
      "OpenAPI 3.1 has no parameter for the whole query: a form became its fields, anything else one parameter of that name.",
    apply(object) {
      if (object["in"] !== "querystring") return object;
      const media = readForm(memberOf(object, "content"));
      const bare = dropMembers(object, (name) => name === "allowEmptyValue");
      return media === null ? editMembers(bare, { in: "query" }) : writeFields(bare, media);
    },
  },
  examples: [
    {
      newer: {
        name: "q",
        in: "querystring",
        content: { "application/x-www-form-urlencoded": { schema: { type: "object" } } },
      },
      older: { name: "q", in: "query", style: "form", explode: true, schema: { type: "object" } },
      ways: "down",
    },
    {
      newer: { name: "q", in: "querystring", content: { "application/json": {} } },
      older: { name: "q", in: "query", content: { "application/json": {} } },
      ways: "down",
    },
  ],
};
