import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const schemaIdentity: ConversionRule = {
  code: "SCHEMA_IDENTITY",
  summary: "A schema of 3.0 has no identity of its own.",
  spec: "JSON Schema Core 2020-12 §8",
  kinds: ["schema"],
  down: keepMembers(
    ["$schema", "$id", "$anchor", "$dynamicAnchor", "$vocabulary"],
    "info",
    "A schema of OpenAPI 3.0 has no identity: references to it lead to its place.",
  ),
  examples: [
    { newer: { $id: "https://example.test/a", title: "b" }, older: { title: "b" }, ways: "down" },
  ],
};
