import { isObject, memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

const message = "OpenAPI 3.0 asks for a response of every operation: one without words was added.";

export const responsesOptional: ConversionRule = {
  code: "RESPONSES_OPTIONAL",
  summary: "An operation without responses gets an empty one, because 3.0 requires one.",
  spec: "OpenAPI 3.1 §4.8.10 Operation Object",
  kinds: ["operation"],
  down: {
    watches: "absent",
    severity: "info",
    message,
    apply(object) {
      const responses = memberOf(object, "responses");
      const isEmpty = isObject(responses) && Object.keys(responses).length === 0;
      if (responses !== undefined && !isEmpty) return object;
      return editMembers(object, { responses: { default: { description: "" } } });
    },
  },
  examples: [
    {
      newer: { operationId: "a" },
      older: { operationId: "a", responses: { default: { description: "" } } },
      ways: "down",
    },
  ],
};
