import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const jsonSchemaDialect: ConversionRule = {
  code: "JSON_SCHEMA_DIALECT",
  summary: "3.0 has one dialect of schemas only.",
  spec: "OpenAPI 3.1 §4.8.24.5 Specifying Schema Dialects",
  kinds: ["document"],
  down: keepMembers(
    ["jsonSchemaDialect"],
    "info",
    "OpenAPI 3.0 has one dialect of schemas, which needs no name.",
  ),
  examples: [
    {
      newer: { paths: {}, jsonSchemaDialect: "https://example.test/d" },
      older: { paths: {} },
      ways: "down",
    },
  ],
};
