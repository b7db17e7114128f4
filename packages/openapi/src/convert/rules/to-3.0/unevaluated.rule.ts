import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const unevaluated: ConversionRule = {
  code: "UNEVALUATED",
  summary: "Keywords for unevaluated members and items came with 3.1.",
  spec: "JSON Schema Core 2020-12 §11",
  kinds: ["schema"],
  down: keepMembers(
    ["unevaluatedItems", "unevaluatedProperties"],
    "warn",
    "OpenAPI 3.0 cannot close a schema that is made of others: more is valid without it.",
  ),
  examples: [
    { newer: { allOf: [{}], unevaluatedProperties: false }, older: { allOf: [{}] }, ways: "down" },
  ],
};
