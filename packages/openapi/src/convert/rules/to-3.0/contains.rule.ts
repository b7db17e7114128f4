import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const contains: ConversionRule = {
  code: "CONTAINS",
  summary: "The keyword contains came with 3.1.",
  spec: "JSON Schema Core 2020-12 §10.3.1.3",
  kinds: ["schema"],
  down: keepMembers(
    ["contains", "minContains", "maxContains"],
    "warn",
    "OpenAPI 3.0 cannot require what an array contains: more is valid without it.",
  ),
  examples: [
    { newer: { contains: {}, minContains: 2, minItems: 2 }, older: { minItems: 2 }, ways: "down" },
  ],
};
