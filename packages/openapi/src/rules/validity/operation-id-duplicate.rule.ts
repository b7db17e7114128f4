import { writePointer } from "@lintel/json/pointer";
import { memberOf } from "@lintel/json/value";
import { makeExample, makeOperation } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";
import { quote, shorten } from "@lintel/json/shorten";

export const operationIdDuplicate: ValidityRule = {
  code: "OPERATION_ID_DUPLICATE",
  severity: "error",
  summary: "Every operationId is unique.",
  lintRule: "operation-operationId-unique",
  why: "Generated code would have two functions with the same name.",
  fix: "Rename one of the operations.",
  good: makeExample({
    paths: { "/orders": { get: makeOperation({ operationId: "orders" }), post: makeOperation() } },
  }),
  bad: makeExample({
    paths: {
      "/orders": {
        get: makeOperation({ operationId: "orders" }),
        post: makeOperation({ operationId: "orders" }),
      },
    },
  }),
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
