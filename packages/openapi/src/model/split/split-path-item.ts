import {
  type EndpointMethod,
  type OpenApiVersion,
  endpointMethods,
} from "@lintel/contract/words/design";
import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { isAtLeast } from "../../values/openapi-version.ts";
import { type PathItemRow } from "../design.types.ts";
import { noMembers, splitMembers } from "../member-tables.ts";
import { warnKept, within, type SplitContext } from "./split-context.ts";
import { splitEndpoint } from "./split-endpoint.ts";
import { splitParameters } from "./split-parameters.ts";

/** `query` is a fixed field from OpenAPI 3.2 on; before, it has no meaning. */
const isMethod = (name: string, version: OpenApiVersion | null): name is EndpointMethod =>
  endpointMethods.some((method) => method === name) &&
  (name !== "query" || (version !== null && isAtLeast(version, "3.2")));

function splitMethod(
  context: SplitContext,
  pathItemId: string,
  method: EndpointMethod,
  operation: Json,
): boolean {
  if (!isObject(operation)) {
    warnKept(context, method, "an operation");
    return false;
  }
  within(context, method, () => splitEndpoint(context, operation, { pathItemId, method }));
  return true;
}

/** Makes rows of a path item and all nested objects. */
export function splitPathItem(
  context: SplitContext,
  pathItem: JsonObject,
  place: Pick<PathItemRow, "path" | "position">,
): void {
  const id = context.newId();
  const taken = new Map<string, boolean>();
  const parameters = memberOf(pathItem, "parameters");
  if (parameters !== undefined) {
    const split = splitParameters(context, parameters, { endpointId: null, pathItemId: id });
    if (split !== null) taken.set("parameters", split.isEmpty);
  }
  for (const [name, value] of Object.entries(pathItem)) {
    if (!isMethod(name, context.version)) continue;
    if (splitMethod(context, id, name, value)) taken.set(name, false);
  }
  const { remnant } = splitMembers(pathItem, noMembers, context.version, taken);
  context.design.pathItems.push({ id, ...place, ...remnant });
}
