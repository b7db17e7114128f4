import { memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const constant: ConversionRule = {
  code: "CONST",
  summary: "A constant becomes an enumeration of one value.",
  spec: "JSON Schema Validation 2020-12 §6.1.3",
  kinds: ["schema"],
  down: {
    watches: ["const"],
    severity: "info",
    message: "OpenAPI 3.0 has no constants: an enumeration of one value says the same.",
    apply(object) {
      const value = memberOf(object, "const");
      if (value === undefined) return object;
      return editMembers(object, { const: undefined, enum: [value] }, "const");
    },
  },
  examples: [{ newer: { const: "a" }, older: { enum: ["a"] }, ways: "down" }],
};
