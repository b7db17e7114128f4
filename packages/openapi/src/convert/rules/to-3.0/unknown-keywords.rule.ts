import { dropMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";
import { isSchemaKeyword } from "../schema-keywords.ts";

export const unknownKeywords: ConversionRule = {
  code: "UNKNOWN_KEYWORDS",
  summary: "JSON Schema lets anyone add keywords, 3.0 only those that begin with x-.",
  spec: "JSON Schema Core 2020-12 §6.5",
  kinds: ["schema"],
  down: {
    watches: "unknown",
    severity: "info",
    message: "OpenAPI 3.0 does not know this keyword.",
    apply: (object) =>
      dropMembers(object, (name) => !isSchemaKeyword(name) && !name.startsWith("x-")),
  },
  examples: [
    {
      newer: { title: "a", definitions: {}, "x-b": 1 },
      older: { title: "a", "x-b": 1 },
      ways: "down",
    },
  ],
};
