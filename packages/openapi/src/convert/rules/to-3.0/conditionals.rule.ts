import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const conditionals: ConversionRule = {
  code: "CONDITIONALS",
  summary: "Conditions on schemas came with 3.1.",
  spec: "JSON Schema Core 2020-12 §10.2.2",
  kinds: ["schema"],
  down: keepMembers(
    ["if", "then", "else"],
    "warn",
    "OpenAPI 3.0 has no conditions on schemas: more is valid without them.",
  ),
  examples: [
    { newer: { if: {}, else: { title: "a" }, title: "b" }, older: { title: "b" }, ways: "down" },
  ],
};
