import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const nestedEncoding: ConversionRule = {
  code: "NESTED_ENCODING",
  summary: "Encodings within encodings came with 3.2.",
  spec: "OpenAPI 3.2 §4.15.1.3 Nested Encoding",
  kinds: ["encoding"],
  down: keepMembers(["encoding"], "warn", "OpenAPI 3.1 has no encodings within encodings."),
  examples: [
    {
      newer: { contentType: "multipart/mixed", encoding: { a: {} } },
      older: { contentType: "multipart/mixed" },
      ways: "down",
    },
  ],
};
