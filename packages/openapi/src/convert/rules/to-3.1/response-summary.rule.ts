import { memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const responseSummary: ConversionRule = {
  code: "RESPONSE_SUMMARY",
  summary: "A response has a description before 3.2, and no summary.",
  spec: "OpenAPI 3.2 §4.17 Response Object",
  kinds: ["response"],
  down: {
    watches: "absent",
    severity: "info",
    message: "A response of OpenAPI 3.1 has a description, and no summary.",
    apply(object) {
      const isDescribed = Object.hasOwn(object, "description");
      const summary = memberOf(object, "summary");
      if (isDescribed && summary === undefined) return object;
      const text = typeof summary === "string" ? summary : "";
      const edits = { summary: undefined, ...(isDescribed ? {} : { description: text }) };
      return editMembers(object, edits, "summary");
    },
  },
  examples: [
    { newer: { summary: "a" }, older: { description: "a" }, ways: "down" },
    { newer: { summary: "a", description: "b" }, older: { description: "b" }, ways: "down" },
    { newer: {}, older: { description: "" }, ways: "down" },
  ],
};
