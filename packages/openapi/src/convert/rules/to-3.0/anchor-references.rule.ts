import { memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

/** A dynamic reference becomes a static one, to the first schema with the anchor. */
export const anchorReferences: ConversionRule = {
  code: "ANCHOR_REFERENCES",
  summary: "References by anchor or identifier become references by pointer.",
  spec: "JSON Schema Core 2020-12 §8.2",
  kinds: ["schema"],
  down: {
    watches: ["$ref", "$dynamicRef"],
    severity: "warn",
    message:
      "OpenAPI 3.0 has neither anchors nor identifiers: the reference leads to the schema by its place.",
    isContextual: true,
    apply(object, context) {
      const dynamic = memberOf(object, "$dynamicRef");
      const reference = memberOf(object, "$ref");
      if (typeof dynamic === "string") {
        const found = context.findAnchored(dynamic) ?? (dynamic.startsWith("#/") ? dynamic : null);
        const isFree = found !== null && reference === undefined;
        const edits = { $dynamicRef: undefined, ...(isFree ? { $ref: found } : {}) };
        return editMembers(object, edits, "$dynamicRef");
      }
      if (typeof reference !== "string" || reference === "#" || reference.startsWith("#/")) {
        return object;
      }
      const found = context.findAnchored(reference);
      return found === null ? object : editMembers(object, { $ref: found });
    },
  },
  examples: [
    {
      newer: { $anchor: "a", properties: { b: { $ref: "#a" } } },
      older: { properties: { b: { $ref: "#/components/schemas/example" } } },
      ways: "down",
    },
    {
      newer: { $dynamicAnchor: "n", items: { $dynamicRef: "#n" } },
      older: { items: { $ref: "#/components/schemas/example" } },
      ways: "down",
    },
  ],
};
