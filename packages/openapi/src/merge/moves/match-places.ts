import { eraseVariables } from "@lintel/contract/words/path-template";
import type { JsonObject } from "@lintel/json/value";
import {
  endpointKey,
  indexOperationIds,
  listOperations,
  listPathItems,
  readEndpointKey,
} from "./place.ts";

/** The new key of what another document has in another place, by the old key. */
export type Moves = ReadonlyMap<string, string>;

/** Pairs elements that are in only one of two lists and have the same key; each is paired once. */
function pairUp(
  lost: ReadonlySet<string>,
  gained: ReadonlySet<string>,
  read: (key: string) => string,
  moves: Map<string, string>,
): void {
  const waiting = new Map<string, string[]>();
  for (const key of gained) {
    const known = waiting.get(read(key));
    if (known === undefined) waiting.set(read(key), [key]);
    else known.push(key);
  }
  for (const key of lost) {
    const found = waiting.get(read(key))?.shift();
    if (found !== undefined) moves.set(key, found);
  }
}

const subtract = (left: Iterable<string>, right: { has(key: string): boolean }) =>
  new Set([...left].filter((key) => !right.has(key)));

/** Operations that an id identifies: only one operation of each document has it. */
function* listById(before: JsonObject, after: JsonObject): Generator<[string, string]> {
  const now = indexOperationIds(listOperations(after));
  for (const [id, key] of indexOperationIds(listOperations(before))) {
    const other = now.get(id);
    if (other !== undefined) yield [key, other];
  }
}

/**
 * Finds path items with another path in another document: their variables have other names, or one
 * of their operations, identified by its id, moved from a removed path to a new one.
 */
export function matchPaths(before: JsonObject, after: JsonObject): Moves {
  const [old, now] = [listPathItems(before), listPathItems(after)];
  const lost = subtract(old.keys(), now);
  const gained = subtract(now.keys(), old);
  const moves = new Map<string, string>();
  pairUp(lost, gained, eraseVariables, moves);
  const taken = new Set(moves.values());
  for (const [key, other] of listById(before, after)) {
    const [{ path }, target] = [readEndpointKey(key), readEndpointKey(other)];
    const isFree = lost.has(path) && !moves.has(path);
    if (!isFree || !gained.has(target.path) || taken.has(target.path)) continue;
    moves.set(path, target.path);
    taken.add(target.path);
  }
  return moves;
}

/** Finds endpoints with another path or method: by an equivalent path, then by their id. */
export function matchEndpoints(before: JsonObject, after: JsonObject): Moves {
  const [old, now] = [listOperations(before), listOperations(after)];
  const lost = subtract(old.keys(), now);
  const gained = subtract(now.keys(), old);
  const moves = new Map<string, string>();
  const read = (key: string) => {
    const { method, path } = readEndpointKey(key);
    return endpointKey(method, eraseVariables(path));
  };
  pairUp(lost, gained, read, moves);
  const taken = new Set(moves.values());
  for (const [key, other] of listById(before, after)) {
    const isFree = lost.has(key) && !moves.has(key) && gained.has(other) && !taken.has(other);
    if (!isFree) continue;
    moves.set(key, other);
    taken.add(other);
  }
  return moves;
}
