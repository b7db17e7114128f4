import { memberOf } from "@lintel/json/value";
import { listOperations, listParameters, type ListedParameter } from "./operation-parameters.ts";
import { exampleWithGet, queryParameter } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";

const inLocation = (listed: readonly ListedParameter[], location: string) =>
  listed.filter(({ parameter }) => parameter !== null && memberOf(parameter, "in") === location);

const whole = { name: "query", in: "querystring", content: { "text/plain": {} } };

export const querystringWithQuery: ValidityRule = {
  code: "QUERYSTRING_WITH_QUERY",
  severity: "error",
  summary: "An operation has one querystring parameter, or query parameters, or none.",
  lintRule: "spec-querystring-parameters",
  why: "A querystring parameter describes the whole query, so that another one contradicts it.",
  fix: "Move the query parameters into the schema of the querystring parameter.",
  good: exampleWithGet({ parameters: [whole] }, "/orders", "3.2.0"),
  bad: exampleWithGet({ parameters: [whole, queryParameter] }, "/orders", "3.2.0"),
  begin: (context) => ({
    on: {
      pathItem(pathItem, _, itemPath) {
        const shared = listParameters(context, pathItem, itemPath);
        const sharedWhole = inLocation(shared, "querystring");
        const hasSharedQuery = inLocation(shared, "query").length > 0;
        for (const { operation, path } of listOperations(pathItem, itemPath)) {
          const own = listParameters(context, operation, path);
          const [first, second] = [...sharedWhole.slice(0, 2), ...inLocation(own, "querystring")];
          if (first === undefined) continue;
          if (second !== undefined) {
            context.report(second.path, "The operation has two querystring parameters: keep one.");
          } else if (hasSharedQuery || inLocation(own, "query").length > 0) {
            const message =
              "A querystring parameter describes the whole query: move the others into it.";
            context.report(first.path, message);
          }
        }
      },
    },
  }),
};
