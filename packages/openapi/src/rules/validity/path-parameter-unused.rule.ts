import { memberOf } from "@lintel/json/value";
import {
  listOperations,
  listParameters,
  listVariables,
  templateOf,
} from "./operation-parameters.ts";
import { exampleWithGet, pathParameter } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";
import { shorten } from "@lintel/json/shorten";

export const pathParameterUnused: ValidityRule = {
  code: "PATH_PARAMETER_UNUSED",
  severity: "error",
  summary: "Every path parameter is a variable of its path.",
  lintRule: "path-parameters-defined",
  why: "A client has no place in the path for the value.",
  fix: "Add the variable to the path, or remove the parameter.",
  good: exampleWithGet({ parameters: [pathParameter] }, "/orders/{id}"),
  bad: exampleWithGet({ parameters: [pathParameter] }),
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
