import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const sequentialEncoding: ConversionRule = {
  code: "SEQUENTIAL_ENCODING",
  summary: "Encodings by place came with 3.2.",
  spec: "OpenAPI 3.2 §4.15 Encoding Object",
  kinds: ["mediaType", "encoding"],
  down: keepMembers(
    ["prefixEncoding", "itemEncoding"],
    "warn",
    "OpenAPI 3.1 has encodings only by name.",
  ),
  examples: [
    {
      newer: { schema: {}, prefixEncoding: [{}], itemEncoding: {} },
      older: { schema: {} },
      ways: "down",
    },
  ],
};
