import { memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const itemSchema: ConversionRule = {
  code: "ITEM_SCHEMA",
  summary: "The schema of each item becomes that of a list, which a sequence is handled as.",
  spec: "OpenAPI 3.2 §4.14.4 Sequential Media Types",
  kinds: ["mediaType"],
  down: {
    watches: ["itemSchema"],
    severity: "warn",
    message: "OpenAPI 3.1 has no schemas for the items of a stream: they are described as a list.",
    apply(object) {
      const items = memberOf(object, "itemSchema");
      if (items === undefined) return object;
      const isSchemaAbsent = !Object.hasOwn(object, "schema");
      const edits = {
        itemSchema: undefined,
        ...(isSchemaAbsent ? { schema: { type: "array", items } } : {}),
      };
      return editMembers(object, edits, "itemSchema");
    },
  },
  examples: [
    {
      newer: { itemSchema: { type: "string" } },
      older: { schema: { type: "array", items: { type: "string" } } },
      ways: "down",
    },
    { newer: { schema: {}, itemSchema: {} }, older: { schema: {} }, ways: "down" },
  ],
};
