import { toNoun } from "@lintel/samples/known-ids";
import {
  lastWord,
  listIdParameters,
  namesItem,
  nounOfId,
  type ItemNames,
} from "./id-parameters.ts";
import type { Operation, Parameter, Surface } from "./surface.types.ts";

/** `/books/{bookId}` names one item of the collection `/books`. */
const itemPath = /^(.*\/([^/{}]+))\/\{([^/{}]+)\}$/;

/** The operations on one kind of thing, such as orders. Those that do not exist are null. */
export interface Resource extends ItemNames {
  readonly list: Operation | null;
  readonly create: Operation | null;
  readonly read: Operation | null;
  readonly remove: Operation | null;
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
  const names = { variable, noun: toNoun(segment) };
  return {
    list: at("GET"),
    create: at("POST"),
    read: find(surface, "GET", path) ?? findByParameter(surface, "GET", names),
    remove: find(surface, "DELETE", path) ?? findByParameter(surface, "DELETE", names),
    ...names,
  };
}

/** `DELETE /order?id=` removes an order where `/orders/{orderId}` is no address. */
function findByParameter(
  { operations }: Surface,
  method: string,
  names: ItemNames,
): Operation | null {
  const fits = (one: Operation): boolean =>
    one.method === method &&
    !one.path.includes("{") &&
    toNoun(lastWord(one.path)) === names.noun &&
    listIdParameters(one).some((parameter) => namesItem(one, parameter, names));
  return operations.find(fits) ?? null;
}

/** The item whose creation an operation is; null if the items of its path have no address. */
export function findItemPath(surface: Surface, create: Operation): string | null {
  const segment = create.path.slice(create.path.lastIndexOf("/") + 1);
  const own = surface.operations.find(({ path }) => itemPath.exec(path)?.[1] === create.path);
  const elsewhere = surface.operations.find(
    ({ path }) => itemPath.exec(path)?.[2] === segment && path !== create.path,
  );
  const found = (own ?? elsewhere)?.path;
  if (found !== undefined) return found;
  const names = { variable: "id", noun: toNoun(segment) };
  return findByParameter(surface, "DELETE", names) === null ? null : `${create.path}/{id}`;
}

/**
 * The variable of the item on which a POST acts: `orderId` of `/orders/{orderId}/cancel`. Null for
 * other operations, and for one that creates something below the item.
 */
export function findActedOn(surface: Surface, operation: Operation): string | null {
  const [, variable] = /\/\{([^/{}]+)\}\/[^/{}]+$/.exec(operation.path) ?? [];
  if (operation.method !== "POST" || operation.isAsking || variable === undefined) return null;
  const isCollection = find(surface, "GET", operation.path) !== null;
  return isCollection || findItemPath(surface, operation) !== null ? null : variable;
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
  const fits = ({ path }: Operation): boolean => {
    const [, , segment, variable] = itemPath.exec(path) ?? [];
    return segment !== undefined && (toNoun(segment) === noun || variable === name);
  };
  return surface.operations.find(fits)?.path ?? null;
}

/**
 * The path of the items that a parameter names, such as `/orders/{orderId}`. Where items have no
 * address of their own it is made of the path of their list; null without a list.
 */
export function findPathOfParameter(
  surface: Surface,
  operation: Operation,
  { name, isRequired }: Parameter,
): string | null {
  const noun = nounOfId(operation, name);
  const path = findPathOfId(surface, name) ?? findPathOfId(surface, `${noun}Id`);
  if (path !== null) return path;
  const list = surface.operations.find(
    (one) =>
      one.method === "GET" &&
      !one.path.includes("{") &&
      toNoun(lastWord(one.path)) === noun &&
      (one !== operation || !isRequired),
  );
  return list === undefined ? null : `${list.path}/{${name}}`;
}
