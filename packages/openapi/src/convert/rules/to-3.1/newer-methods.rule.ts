import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const newerMethods: ConversionRule = {
  code: "NEWER_METHODS",
  summary: "QUERY and other methods came with 3.2.",
  spec: "OpenAPI 3.2 §4.9 Path Item Object",
  kinds: ["pathItem"],
  down: keepMembers(
    ["query", "additionalOperations"],
    "error",
    "OpenAPI 3.1 has no such method: its operations are left out.",
  ),
  examples: [
    {
      newer: { get: {}, query: {}, additionalOperations: { COPY: {} } },
      older: { get: {} },
      ways: "down",
    },
  ],
};
