import { isList, memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const schemaExamples: ConversionRule = {
  code: "SCHEMA_EXAMPLES",
  summary: "Of a schema's examples the first becomes its example, which stays valid in 3.1.",
  spec: "JSON Schema Validation 2020-12 §9.5",
  kinds: ["schema"],
  down: {
    watches: ["examples"],
    severity: "info",
    message: "A schema of OpenAPI 3.0 has one example: the first is shown.",
    apply(object) {
      const examples = memberOf(object, "examples");
      if (examples === undefined) return object;
      const first = isList(examples) ? examples[0] : undefined;
      const isShown = first !== undefined && !Object.hasOwn(object, "example");
      const edits = { examples: undefined, ...(isShown ? { example: first } : {}) };
      return editMembers(object, edits, "examples");
    },
  },
  examples: [
    { newer: { examples: ["a", "b"] }, older: { example: "a" }, ways: "down" },
    { newer: { example: 0, examples: [1] }, older: { example: 0 }, ways: "down" },
  ],
};
