import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const propertyNames: ConversionRule = {
  code: "PROPERTY_NAMES",
  summary: "Rules for the names of properties came with 3.1.",
  spec: "JSON Schema Core 2020-12 §10.3.2.4",
  kinds: ["schema"],
  down: keepMembers(
    ["propertyNames"],
    "warn",
    "OpenAPI 3.0 has no rules for the names of properties: more is valid without them.",
  ),
  examples: [
    {
      newer: { propertyNames: { pattern: "^a" }, title: "b" },
      older: { title: "b" },
      ways: "down",
    },
  ],
};
