import { writePointer } from "@lintel/json/pointer";
import { memberOf } from "@lintel/json/value";
import type { Rule } from "./rule.types.ts";
import { quote, shorten } from "@lintel/json/shorten";

export const operationIdDuplicate: Rule = {
  code: "OPERATION_ID_DUPLICATE",
  severity: "error",
  summary: "Every operationId is the only one of its name.",
  begin: (context) => {
    const seen = new Map<string, string>();
    return {
      on: {
        operation(operation, _, path) {
          const id = memberOf(operation, "operationId");
          if (typeof id !== "string") return;
          const first = seen.get(id);
          const place = [...path, "operationId"];
          if (first === undefined) seen.set(id, writePointer(path));
          else context.report(place, `${quote(id)} is taken by ${shorten(first)}: choose another.`);
        },
      },
    };
  },
};
