import {
  isObject,
  memberOf,
  setMember,
  type DraftObject,
  type Json,
  type JsonObject,
} from "@lintel/json/value";
import type { Moves } from "./match-places.ts";
import { endpointKey, isOperation, listPathItems, readEndpointKey } from "./place.ts";

/** The document with renamed paths in their positions. */
export function renamePaths(document: JsonObject, renames: Moves): JsonObject {
  const paths = memberOf(document, "paths");
  if (renames.size === 0 || !isObject(paths)) return document;
  const draft: DraftObject = {};
  for (const [path, value] of Object.entries(paths)) {
    setMember(draft, renames.get(path) ?? path, value);
  }
  return { ...document, paths: draft };
}

/** Removes the operations that move elsewhere; their path items remain, even if empty. */
function takeOut(document: JsonObject, renames: Moves, paths: DraftObject): Map<string, Json> {
  const taken = new Map<string, Json>();
  for (const [path, pathItem] of listPathItems(document)) {
    const kept: DraftObject = {};
    for (const [name, value] of Object.entries(pathItem)) {
      const to = isOperation(name, value) ? renames.get(endpointKey(name, path)) : undefined;
      if (to === undefined) setMember(kept, name, value);
      else taken.set(to, value);
    }
    setMember(paths, path, kept);
  }
  return taken;
}

/** The document with operations in new places, each after the existing operations. */
export function moveEndpoints(document: JsonObject, renames: Moves): JsonObject {
  const paths = memberOf(document, "paths");
  if (renames.size === 0 || !isObject(paths)) return document;
  const draft: DraftObject = { ...paths };
  for (const [key, operation] of takeOut(document, renames, draft)) {
    const { method, path } = readEndpointKey(key);
    const pathItem = memberOf(draft, path);
    setMember(draft, path, { ...(isObject(pathItem) ? pathItem : {}), [method]: operation });
  }
  return { ...document, paths: draft };
}
