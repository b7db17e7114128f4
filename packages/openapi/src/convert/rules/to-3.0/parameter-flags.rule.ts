import { memberOf } from "@lintel/json/value";
import { dropMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const parameterFlags: ConversionRule = {
  code: "PARAMETER_FLAGS",
  summary: "Empty values and reserved characters are for query parameters only, which 3.1 checks.",
  spec: "OpenAPI 3.1 §4.8.12 Parameter Object",
  kinds: ["parameter", "header"],
  up: {
    watches: ["allowEmptyValue", "allowReserved"],
    severity: "info",
    message: "OpenAPI 3.1 has this only for query parameters; elsewhere it never had a meaning.",
    apply: (object) =>
      memberOf(object, "in") === "query"
        ? object
        : dropMembers(object, (name) => name === "allowEmptyValue" || name === "allowReserved"),
  },
  examples: [
    {
      newer: { name: "a", in: "header", schema: {} },
      older: { name: "a", in: "header", schema: {}, allowReserved: true },
      ways: "up",
    },
  ],
};
