import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const strayNullable: ConversionRule = {
  code: "STRAY_NULLABLE",
  summary: '"nullable" has no meaning in 3.1: it is removed, because it has one in 3.0.',
  spec: "OpenAPI 3.0 §4.7.24 Schema Object",
  kinds: ["schema"],
  down: keepMembers(
    ["nullable"],
    "info",
    '"nullable" has no meaning in OpenAPI 3.1, and would have one in 3.0.',
  ),
  examples: [
    { newer: { type: "string", nullable: true }, older: { type: "string" }, ways: "down" },
  ],
};
