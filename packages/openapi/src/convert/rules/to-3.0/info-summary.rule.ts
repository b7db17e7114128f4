import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const infoSummary: ConversionRule = {
  code: "INFO_SUMMARY",
  summary: "The summary of an API came with 3.1.",
  spec: "OpenAPI 3.1 §4.8.2 Info Object",
  kinds: ["info"],
  down: keepMembers(["summary"], "warn", "OpenAPI 3.0 has no summary of the API."),
  examples: [{ newer: { title: "a", summary: "b" }, older: { title: "a" }, ways: "down" }],
};
