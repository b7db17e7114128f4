import { isObject, memberOf } from "@lintel/json/value";
import { editMembers, mapMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

/** The schema of 3.1 requires text, but its prose and 3.0 allow any value. */
export const linkParameters: ConversionRule = {
  code: "LINK_PARAMETERS",
  summary: "The constants that a link passes are texts in the schema of 3.1.",
  spec: "OpenAPI 3.1 §4.8.20 Link Object",
  kinds: ["link"],
  up: {
    watches: ["parameters"],
    severity: "info",
    message: "The schema of OpenAPI 3.1 allows only texts: the value was written as JSON.",
    apply(object) {
      const parameters = memberOf(object, "parameters");
      if (!isObject(parameters)) return object;
      const texts = mapMembers(parameters, (value) =>
        typeof value === "string" ? value : JSON.stringify(value),
      );
      return texts === parameters ? object : editMembers(object, { parameters: texts });
    },
  },
  examples: [
    {
      newer: { operationId: "a", parameters: { b: "1" } },
      older: { operationId: "a", parameters: { b: 1 } },
      ways: "up",
    },
  ],
};
