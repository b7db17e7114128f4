import { memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const pathParameterRequired: ConversionRule = {
  code: "PATH_PARAMETER_REQUIRED",
  summary: "A path parameter that is not marked as required is marked so, because 3.0 requires it.",
  spec: "OpenAPI 3.0 §4.7.12 Parameter Object",
  kinds: ["parameter"],
  down: {
    watches: ["in"],
    severity: "info",
    message: 'A path parameter is always required: "required: true" was added.',
    apply: (object) =>
      memberOf(object, "in") !== "path" || memberOf(object, "required") === true
        ? object
        : editMembers(object, { required: true }),
  },
  examples: [
    {
      newer: { name: "a", in: "path", content: { "text/plain": {} } },
      older: { name: "a", in: "path", content: { "text/plain": {} }, required: true },
      ways: "down",
    },
  ],
};
