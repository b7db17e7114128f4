import { operationMethods } from "../../model/design.types.ts";
import type { Entity } from "../model/merge.types.ts";
import { nameEndpoint } from "../moves/place.ts";

/** The part of a document that a place belongs to, by the names of the steps to it. */
export function findSubject(names: readonly string[]): {
  readonly entity: Entity;
  readonly name: string;
} {
  const [first = "", second, third] = names;
  if (first === "paths" && second !== undefined) {
    return third !== undefined && operationMethods.includes(third)
      ? { entity: "endpoint", name: nameEndpoint({ method: third, path: second }) }
      : { entity: "path", name: second };
  }
  if (first === "components" && second !== undefined && third !== undefined) {
    return second === "schemas"
      ? { entity: "schema", name: third }
      : { entity: "component", name: `${second}/${third}` };
  }
  if (first === "tags" && second !== undefined) return { entity: "tag", name: second };
  return { entity: "document", name: names.slice(0, 2).join("/") };
}
