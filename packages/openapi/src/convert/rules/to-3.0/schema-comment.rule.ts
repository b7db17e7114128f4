import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const schemaComment: ConversionRule = {
  code: "SCHEMA_COMMENT",
  summary: "Comments in schemas came with 3.1.",
  spec: "JSON Schema Core 2020-12 §8.3",
  kinds: ["schema"],
  down: keepMembers(["$comment"], "info", "OpenAPI 3.0 has no comments in schemas."),
  examples: [{ newer: { $comment: "a", title: "b" }, older: { title: "b" }, ways: "down" }],
};
