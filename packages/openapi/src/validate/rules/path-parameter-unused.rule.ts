import { memberOf } from "@lintel/json/value";
import {
  listOperations,
  listParameters,
  listVariables,
  templateOf,
} from "./operation-parameters.ts";
import type { Rule } from "./rule.types.ts";
import { shorten } from "@lintel/json/shorten";

export const pathParameterUnused: Rule = {
  code: "PATH_PARAMETER_UNUSED",
  severity: "error",
  summary: "Every path parameter stands as a variable in its path.",
  begin: (context) => ({
    on: {
      pathItem(pathItem, _, itemPath) {
        const template = templateOf(itemPath);
        if (template === null) return;
        const variables = new Set(listVariables(template));
        const owners = [
          { operation: pathItem, path: itemPath },
          ...listOperations(pathItem, itemPath),
        ];
        for (const { operation, path } of owners) {
          for (const { parameter, path: place } of listParameters(context, operation, path)) {
            if (parameter === null || memberOf(parameter, "in") !== "path") continue;
            const name = memberOf(parameter, "name");
            if (typeof name !== "string" || variables.has(name)) continue;
            context.report(
              place,
              `The path has no {${shorten(name)}}: add it, or remove the parameter.`,
            );
          }
        }
      },
    },
  }),
};
