import { memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const schemaDialect: ConversionRule = {
  code: "SCHEMA_DIALECT",
  summary: "The dialect of 3.2 is left out, so that the one of 3.1 holds.",
  spec: "OpenAPI 3.2 §4.24.7 Specifying Schema Dialects",
  kinds: ["document"],
  down: {
    watches: ["jsonSchemaDialect"],
    severity: "info",
    message: "Schemas of OpenAPI 3.1 have a dialect of their own.",
    apply(object) {
      const dialect = memberOf(object, "jsonSchemaDialect");
      return typeof dialect === "string" && dialect.startsWith("https://spec.openapis.org/oas/3.2/")
        ? editMembers(object, { jsonSchemaDialect: undefined })
        : object;
    },
  },
  examples: [
    {
      newer: {
        paths: {},
        jsonSchemaDialect: "https://spec.openapis.org/oas/3.2/dialect/2025-09-17",
      },
      older: { paths: {} },
      ways: "down",
    },
  ],
};
