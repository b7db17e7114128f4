import { dropMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

/** `items` is removed too: without `prefixItems` it would also apply to the first items. */
export const prefixItems: ConversionRule = {
  code: "PREFIX_ITEMS",
  summary: "Schemas for items by their place came with 3.1.",
  spec: "JSON Schema Core 2020-12 §10.3.1.1",
  kinds: ["schema"],
  down: {
    watches: ["prefixItems"],
    severity: "warn",
    message: "OpenAPI 3.0 has one schema for all items: any items are valid instead.",
    apply: (object) =>
      Object.hasOwn(object, "prefixItems")
        ? dropMembers(object, (name) => name === "prefixItems" || name === "items")
        : object,
  },
  examples: [
    { newer: { prefixItems: [{}], items: false, title: "a" }, older: { title: "a" }, ways: "down" },
  ],
};
