import { toNoun } from "@lintel/samples/known-ids";
import type { Operation, Parameter } from "./surface.types.ts";

/** The names by which the id of an item is found. */
export interface ItemNames {
  /** The name of the path variable with the id. */
  readonly variable: string;
  /** The noun of the collection, in the singular. */
  readonly noun: string;
}

const idName = /^(?:id|uuid|guid)$|[a-z](?:Id|ID|[_-]id)$/;

/** The query parameters that name one thing by its id: `id`, `orderId`, `order_id`. */
export const listIdParameters = ({ parameters }: Pick<Operation, "parameters">): Parameter[] =>
  parameters.filter(({ in: place, name }) => place === "query" && idName.test(name));

/** The noun of what an id names: `order` for `orderId`, and for `id` in `/orders`. */
export function nounOfId({ path }: Pick<Operation, "path">, name: string): string {
  const own = toNoun(name.replace(/[-_]?(?:id|uuid|guid)$/i, ""));
  return own === "" ? toNoun(lastWord(path)) : own;
}

/** The last segment of a path that is no variable. */
export const lastWord = (path: string): string =>
  path.split("/").findLast((segment) => segment !== "" && !segment.includes("{")) ?? "";

/** Whether a parameter of an operation names an item of a resource. */
export const namesItem = (
  operation: Operation,
  { name }: Parameter,
  { variable, noun }: ItemNames,
): boolean => (name === variable && name !== "id") || nounOfId(operation, name) === noun;
