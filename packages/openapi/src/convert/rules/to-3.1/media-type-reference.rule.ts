import { isObject, memberOf, type JsonObject } from "@lintel/json/value";
import { keptName } from "../../kept/kept-record.ts";
import { dropMembers } from "../../model/edit-members.ts";
import type { ConversionRule, RuleContext } from "../../model/rule.types.ts";

/** The maximum length of a followed chain of references. */
const mostSteps = 16;

function follow(object: JsonObject, { find }: RuleContext): JsonObject | null {
  let at = object;
  for (let count = 0; count < mostSteps; count += 1) {
    const reference = memberOf(at, "$ref");
    if (typeof reference !== "string") return at;
    const next = find(reference);
    if (!isObject(next)) return null;
    at = next;
  }
  return null;
}

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
      const found = follow(object, context);
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
