import { memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const cookieStyle: ConversionRule = {
  code: "COOKIE_STYLE",
  summary: "Cookies have the style of forms in 3.1, which encodes and joins them another way.",
  spec: "OpenAPI 3.2 §4.12.2.3 Style Values",
  kinds: ["parameter"],
  down: {
    watches: ["style"],
    severity: "warn",
    message: "OpenAPI 3.1 has no style for cookies: that of forms percent-encodes, and joins by &.",
    apply: (object) =>
      memberOf(object, "style") === "cookie" ? editMembers(object, { style: "form" }) : object,
  },
  examples: [
    {
      newer: { name: "a", in: "cookie", style: "cookie", schema: {} },
      older: { name: "a", in: "cookie", style: "form", schema: {} },
      ways: "down",
    },
  ],
};
