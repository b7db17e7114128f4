import { memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const allowReserved: ConversionRule = {
  code: "ALLOW_RESERVED",
  summary: "Only query parameters may have reserved characters in 3.1.",
  spec: "OpenAPI 3.2 §4.12.2.2 Fixed Fields for use with schema",
  kinds: ["parameter"],
  down: {
    watches: ["allowReserved"],
    severity: "warn",
    message: "OpenAPI 3.1 allows unencoded reserved characters only in query parameters.",
    apply: (object) =>
      memberOf(object, "in") === "query"
        ? object
        : editMembers(object, { allowReserved: undefined }),
  },
  examples: [
    {
      newer: { name: "a", in: "cookie", schema: {}, allowReserved: true },
      older: { name: "a", in: "cookie", schema: {} },
      ways: "down",
    },
  ],
};
