import type { Visit } from "../../grammar/walk-objects.ts";
import { memberOf } from "@lintel/json/value";
import { identify, listParameters } from "./operation-parameters.ts";
import { exampleWithGet, queryParameter } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";
import { quote } from "@lintel/json/shorten";

export const parameterDuplicate: ValidityRule = {
  code: "PARAMETER_DUPLICATE",
  severity: "error",
  summary: "No list has two parameters of the same name and place.",
  lintRule: "operation-parameters-unique",
  why: "A reader does not know which of the two descriptions applies.",
  fix: "Remove one of the two parameters.",
  good: exampleWithGet({ parameters: [queryParameter, { ...queryParameter, in: "header" }] }),
  bad: exampleWithGet({ parameters: [queryParameter, queryParameter] }),
  begin: (context) => {
    const check: Visit = (object, _, path) => {
      const seen = new Set<string>();
      for (const { parameter, path: place } of listParameters(context, object, path)) {
        const name = parameter === null ? undefined : memberOf(parameter, "name");
        if (parameter === null || typeof name !== "string") continue;
        const identity = identify(parameter);
        if (seen.has(identity)) {
          context.report(place, `The list already has a parameter ${quote(name)} at this place.`);
        }
        seen.add(identity);
      }
    };
    return { on: { pathItem: check, operation: check } };
  },
};
