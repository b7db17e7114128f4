import { operationMethods } from "../../model/design.types.ts";
import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";

/** A path and a method, as one text: `get /books`. */
export const endpointKey = (method: string, path: string): string => `${method} ${path}`;

export interface Place {
  readonly method: string;
  readonly path: string;
}

export function readEndpointKey(key: string): Place {
  const at = key.indexOf(" ");
  return { method: key.slice(0, at), path: key.slice(at + 1) };
}

/** In the form that people write: `GET /books`. */
export const nameEndpoint = ({ method, path }: Place): string => `${method.toUpperCase()} ${path}`;

/** The names of paths and endpoints after all moves; others keep their names. */
export interface PlaceNames {
  readonly path: (path: string) => string;
  readonly endpoint: (key: string) => string;
}

/** The path items of a document by their paths. */
export function listPathItems(document: JsonObject): ReadonlyMap<string, JsonObject> {
  const paths = memberOf(document, "paths");
  const entries = Object.entries(isObject(paths) ? paths : {});
  const isPathItem = (entry: [string, Json]): entry is [string, JsonObject] =>
    entry[0].startsWith("/") && isObject(entry[1]);
  return new Map(entries.filter(isPathItem));
}

export const isOperation = (name: string, value: Json | undefined): value is JsonObject =>
  operationMethods.includes(name) && isObject(value);

/** A document's operations by their keys. */
export function listOperations(document: JsonObject): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const [path, pathItem] of listPathItems(document)) {
    for (const [method, value] of Object.entries(pathItem)) {
      if (isOperation(method, value)) found.set(endpointKey(method, path), value);
    }
  }
  return found;
}

/** The operations with a unique `operationId`, by that id. */
export function indexOperationIds(
  operations: ReadonlyMap<string, JsonObject>,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [key, operation] of operations) {
    const id = memberOf(operation, "operationId");
    if (typeof id !== "string") continue;
    if (keys.has(id)) repeated.add(id);
    keys.set(id, key);
  }
  for (const id of repeated) keys.delete(id);
  return keys;
}
