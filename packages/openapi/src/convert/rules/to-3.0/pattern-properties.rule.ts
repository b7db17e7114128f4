import { memberOf } from "@lintel/json/value";
import { dropMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

/** `additionalProperties` is removed too: it would then also apply to what the patterns matched. */
export const patternProperties: ConversionRule = {
  code: "PATTERN_PROPERTIES",
  summary: "Properties by patterns of their names came with 3.1.",
  spec: "JSON Schema Core 2020-12 §10.3.2.2",
  kinds: ["schema"],
  down: {
    watches: ["patternProperties"],
    severity: "warn",
    message: "OpenAPI 3.0 has no patterns of names: any further properties are valid instead.",
    apply: (object) =>
      memberOf(object, "patternProperties") === undefined
        ? object
        : dropMembers(
            object,
            (name) => name === "patternProperties" || name === "additionalProperties",
          ),
  },
  examples: [
    {
      newer: { patternProperties: { "^a": {} }, additionalProperties: false, title: "b" },
      older: { title: "b" },
      ways: "down",
    },
  ],
};
