import { toNoun } from "@lintel/samples/known-ids";
import type { Operation, Surface } from "./surface.types.ts";

/** `/books/{bookId}` names one item of the collection `/books`. */
const itemPath = /^(.*\/([^/{}]+))\/\{([^/{}]+)\}$/;

/** The operations on one kind of thing, such as orders. Those that do not exist are null. */
export interface Resource {
  readonly list: Operation | null;
  readonly create: Operation | null;
  readonly read: Operation | null;
  readonly remove: Operation | null;
  /** The name of the path variable with the id. */
  readonly variable: string;
  /** The noun of the collection, in the singular. */
  readonly noun: string;
}

const find = (surface: Surface, method: string, path: string): Operation | null =>
  surface.operations.find((one) => one.method === method && one.path === path) ?? null;

/**
 * The resource of which a path names an item, such as `/orders/{orderId}` or the beginning of
 * `/orders/{orderId}/lines`; null for a path without an item at its end. Items whose collection
 * lies elsewhere (`/reviews/{id}`, created by POST `/books/{bookId}/reviews`) are found by noun.
 */
export function findResource(surface: Surface, path: string): Resource | null {
  const [, collection, segment, variable] = itemPath.exec(path) ?? [];
  if (collection === undefined || segment === undefined || variable === undefined) return null;
  const nested = surface.operations
    .map((operation) => operation.path)
    .find((other) => other !== collection && other.endsWith(`}/${segment}`));
  const at = (method: string): Operation | null =>
    find(surface, method, collection) ??
    (nested === undefined ? null : find(surface, method, nested));
  return {
    list: at("GET"),
    create: at("POST"),
    read: find(surface, "GET", path),
    remove: find(surface, "DELETE", path),
    variable,
    noun: toNoun(segment),
  };
}

/** The item whose creation an operation is; null if the items of its path have no address. */
export function findItemPath(surface: Surface, create: Operation): string | null {
  const segment = create.path.slice(create.path.lastIndexOf("/") + 1);
  const own = surface.operations.find(
    ({ path }) => path.startsWith(`${create.path}/{`) && itemPath.test(path),
  );
  const elsewhere = surface.operations.find(
    ({ path }) => itemPath.exec(path)?.[2] === segment && path !== create.path,
  );
  return (own ?? elsewhere)?.path ?? null;
}

/** The names of the variables of a path, from left to right. */
export const listVariables = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");

/** The path up to and including a variable: `/a/{b}` of `/a/{b}/c`. */
export const cutAfter = (path: string, variable: string): string =>
  path.slice(0, path.indexOf(`{${variable}}`) + variable.length + 2);

/** The path of the items that an id names: `/books/{bookId}` for `bookId` and `book_id`. */
export function findPathOfId(surface: Surface, name: string): string | null {
  const noun = toNoun(name.replace(/[-_]?ids?$/i, ""));
  if (noun === "") return null;
  const found = surface.operations.find(({ path }) => findResource(surface, path)?.noun === noun);
  return found?.path ?? null;
}
