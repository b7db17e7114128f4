import { operationMethods } from "../../model/design.types.ts";
import { writePointer, type Step } from "@lintel/json/pointer";
import { isList, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import type { RuleContext } from "../form/rule.types.ts";

/** A parameter as listed, and after its references are followed. */
export interface ListedParameter {
  readonly path: readonly Step[];
  /** Null if it is defined outside the document. */
  readonly parameter: JsonObject | null;
}

/** The parameters that an operation or a path item lists itself. */
export function listParameters(
  context: RuleContext,
  object: JsonObject,
  path: readonly Step[],
): ListedParameter[] {
  const parameters = memberOf(object, "parameters");
  if (!isList(parameters)) return [];
  return parameters.flatMap((each, index) =>
    isObject(each)
      ? [{ path: [...path, "parameters", index], parameter: context.follow(each) }]
      : [],
  );
}

const textOf = (value: Json | undefined) => (typeof value === "string" ? value : "");

/** A parameter's location and name; the names of headers ignore case (RFC 9110, 5.1). */
export function identify(parameter: JsonObject): string {
  const location = textOf(memberOf(parameter, "in"));
  const name = textOf(memberOf(parameter, "name"));
  return writePointer([location, location === "header" ? name.toLowerCase() : name]);
}

/** The names of the parameters of a location. */
export const namesIn = (listed: readonly ListedParameter[], location: string): Set<string> =>
  new Set(
    listed.flatMap(({ parameter }) =>
      parameter !== null && memberOf(parameter, "in") === location
        ? [textOf(memberOf(parameter, "name"))]
        : [],
    ),
  );

/** The operations of a path item, each with its path; `itemPath` is that of the item. */
export function listOperations(
  pathItem: JsonObject,
  itemPath: readonly Step[],
): { readonly operation: JsonObject; readonly path: readonly Step[] }[] {
  const additional = memberOf(pathItem, "additionalOperations");
  const fixed = operationMethods.map((method) => [[method], memberOf(pathItem, method)] as const);
  const others = Object.entries(isObject(additional) ? additional : {}).map(
    ([method, value]) => [["additionalOperations", method], value] as const,
  );
  return [...fixed, ...others].flatMap(([steps, operation]) =>
    isObject(operation) ? [{ operation, path: [...itemPath, ...steps] }] : [],
  );
}

/** The maximum number of variables of one path that are checked. */
const maxVariables = 1_000;

/** The names of the variables of a path template, in order. */
export const listVariables = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]+)\}/g)].slice(0, maxVariables).map(([, name = ""]) => name);

/** The path of a path item under `paths`; callbacks and webhooks have no template. */
export const templateOf = (path: readonly Step[]): string | null =>
  path.length === 2 && path[0] === "paths" && typeof path[1] === "string" ? path[1] : null;
