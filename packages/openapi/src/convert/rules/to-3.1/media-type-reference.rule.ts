import { memberOf } from "@lintel/json/value";
import { keptName } from "../../kept/kept-record.ts";
import { dropMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const mediaTypeReference: ConversionRule = {
  code: "MEDIA_TYPE_REFERENCE",
  summary: "A reference to a media type is replaced by its target.",
  spec: "OpenAPI 3.2 §4.14 Media Type Object",
  kinds: ["mediaType"],
  down: {
    watches: ["$ref"],
    severity: "info",
    message:
      "OpenAPI 3.1 has no references to media types: a copy replaces it, or nothing if its target is elsewhere.",
    isContextual: true,
    apply(object, context) {
      if (typeof memberOf(object, "$ref") !== "string") return object;
      const found = context.follow(object);
      if (found === null || !context.allowCopy(found)) return {};
      return dropMembers({ ...found }, (name) => name === keptName);
    },
  },
  examples: [
    {
      newer: { $ref: "#/components/mediaTypes/other" },
      older: { schema: { title: "Other" } },
      ways: "down",
    },
    { newer: { $ref: "other.json" }, older: {}, ways: "down" },
  ],
};
