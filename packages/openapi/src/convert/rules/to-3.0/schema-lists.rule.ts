import { isList, memberOf, type Json } from "@lintel/json/value";
import { editMembers, type Edits } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

const isEmpty = (value: Json | undefined) => isList(value) && value.length === 0;

const hasDoubles = (list: readonly Json[]) => new Set(list).size < list.length;

export const schemaLists: ConversionRule = {
  code: "SCHEMA_LISTS",
  summary:
    "Lists of required properties and of values are not empty in 3.0, and name nothing twice.",
  spec: "OpenAPI 3.0 §4.7.24 Schema Object",
  kinds: ["schema"],
  down: {
    watches: ["required", "enum"],
    severity: "info",
    message: "This list must not be empty in OpenAPI 3.0, nor name anything twice.",
    apply(object) {
      let edits: Edits = {};
      const required = memberOf(object, "required");
      if (isEmpty(required)) edits = { required: undefined };
      else if (isList(required) && hasDoubles(required)) {
        edits = { required: [...new Set(required)] };
      }
      if (isEmpty(memberOf(object, "enum"))) {
        // No value is in an empty list, so that nothing is valid.
        const not = memberOf(object, "not") ?? {};
        edits = { ...edits, enum: undefined, not };
      }
      return Object.keys(edits).length === 0 ? object : editMembers(object, edits, "enum");
    },
  },
  examples: [
    { newer: { required: [], title: "a" }, older: { title: "a" }, ways: "down" },
    { newer: { required: ["a", "a"] }, older: { required: ["a"] }, ways: "down" },
    { newer: { enum: [] }, older: { not: {} }, ways: "down" },
  ],
};
