import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const arrayItems: ConversionRule = {
  code: "ARRAY_ITEMS",
  summary: "An array without a schema for its items gets one for any item.",
  spec: "OpenAPI 3.0 §4.7.24 Schema Object, items",
  kinds: ["schema"],
  down: {
    watches: ["type"],
    severity: "info",
    message: "OpenAPI 3.0 requires the items of every array: a schema for any was added.",
    apply: (object) =>
      object["type"] === "array" && !Object.hasOwn(object, "items")
        ? editMembers(object, { items: {} })
        : object,
  },
  examples: [{ newer: { type: "array" }, older: { type: "array", items: {} }, ways: "down" }],
};
