import { follow, type DocumentView } from "@lintel/openapi/view";
import { listOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import type { OperationSide } from "./comparison.types.ts";

export interface Parameter {
  readonly place: Place;
  readonly name: string;
  readonly in: string;
}

/** Headers that parameters with these names do not describe (OpenAPI 3.2, section 4.12.2). */
const ignoredHeaders = new Set(["accept", "content-type", "authorization"]);

/**
 * The parameters of an operation and of its path item, the operation's own first, by their
 * identity: path variables by position, headers without case.
 */
export function listParameters(
  document: DocumentView,
  { path, item, operation }: OperationSide,
): Map<string, Parameter> {
  const variables = listVariables(path);
  const parameters = new Map<string, Parameter>();
  for (const owner of [item, operation]) {
    const list = stepInto(owner, "parameters");
    listOf(list.value).forEach((_, index) => {
      const place = follow(document, stepInto(list, String(index)));
      const name = textOf(stepInto(place, "name").value);
      const where = textOf(stepInto(place, "in").value);
      if (name === null || where === null) return;
      if (where === "header" && ignoredHeaders.has(name.toLowerCase())) return;
      parameters.set(makeKey(name, where, variables), { place, name, in: where });
    });
  }
  return parameters;
}

function makeKey(name: string, where: string, variables: readonly string[]): string {
  if (where === "header") return `header ${name.toLowerCase()}`;
  // One parameter is the whole query, whatever its name.
  if (where === "querystring") return where;
  const position = where === "path" ? variables.indexOf(name) : -1;
  return position < 0 ? `${where} ${name}` : `path ${position}`;
}

export function listVariables(path: string): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? "");
}
