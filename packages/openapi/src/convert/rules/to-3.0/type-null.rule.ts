import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const typeNull: ConversionRule = {
  code: "TYPE_NULL",
  summary: "The type null is an enumeration of null in 3.0.",
  spec: "OpenAPI 3.0 §4.7.24.1 Data Types",
  kinds: ["schema"],
  down: {
    watches: ["type"],
    severity: "info",
    message: "OpenAPI 3.0 has no type null: an enumeration of null says the same.",
    apply: (object) =>
      object["type"] === "null"
        ? editMembers(object, { type: undefined, nullable: true, enum: [null] }, "type")
        : object,
  },
  examples: [
    { newer: { type: "null" }, older: { nullable: true, enum: [null] }, ways: "down" },
    {
      newer: { anyOf: [{ $ref: "#/components/schemas/other" }, { type: "null" }] },
      older: {
        anyOf: [{ $ref: "#/components/schemas/other" }, { nullable: true, enum: [null] }],
      },
      ways: "down",
    },
  ],
};
