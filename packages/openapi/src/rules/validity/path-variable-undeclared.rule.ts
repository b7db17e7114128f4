import {
  listOperations,
  listParameters,
  listVariables,
  namesIn,
  templateOf,
  type ListedParameter,
} from "./operation-parameters.ts";
import { exampleWithGet, pathParameter } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";
import { shorten } from "@lintel/json/shorten";

export const pathVariableUndeclared: ValidityRule = {
  code: "PATH_VARIABLE_UNDECLARED",
  severity: "error",
  summary: "Every variable of a path is declared as a path parameter of each operation.",
  lintRule: "path-parameters-defined",
  why: "A client does not know which values the variable can have.",
  fix: "Add a required path parameter of that name to the path item or to each operation.",
  good: exampleWithGet({ parameters: [pathParameter] }, "/orders/{id}"),
  bad: exampleWithGet({}, "/orders/{id}"),
  begin: (context) => ({
    on: {
      pathItem(pathItem, _, itemPath) {
        const template = templateOf(itemPath);
        const variables = listVariables(template ?? "");
        if (variables.length === 0) return;
        const shared = listParameters(context, pathItem, itemPath);
        // An external definition may be the missing parameter.
        const isUnsure = (listed: readonly ListedParameter[]) =>
          listed.some(({ parameter }) => parameter === null);
        if (isUnsure(shared)) return;
        const sharedNames = namesIn(shared, "path");
        const open = variables.filter((variable) => !sharedNames.has(variable));
        for (const { operation, path } of listOperations(pathItem, itemPath)) {
          const own = listParameters(context, operation, path);
          if (isUnsure(own)) continue;
          const declared = namesIn(own, "path");
          for (const variable of open) {
            if (declared.has(variable)) continue;
            context.report(
              path,
              `The path has {${shorten(variable)}}: add a path parameter of that name.`,
            );
          }
        }
      },
    },
  }),
};
