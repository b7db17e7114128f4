import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const dependents: ConversionRule = {
  code: "DEPENDENTS",
  summary: "Rules that apply if a property is present came with 3.1.",
  spec: "JSON Schema Core 2020-12 §10.2.2.4",
  kinds: ["schema"],
  down: keepMembers(
    ["dependentSchemas", "dependentRequired"],
    "warn",
    "OpenAPI 3.0 has no rules that apply if a property is present: more is valid without them.",
  ),
  examples: [
    {
      newer: { title: "a", dependentRequired: { b: ["c"] }, dependentSchemas: { b: {} } },
      older: { title: "a" },
      ways: "down",
    },
  ],
};
