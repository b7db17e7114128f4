import type { JsonObject } from "@lintel/json/value";
import {
  endpointKey,
  erasePath,
  indexOperationIds,
  listOperations,
  listPathItems,
  readEndpointKey,
} from "./place.ts";

/** What is elsewhere in another document than it was: the new key by the old one. */
export type Moves = ReadonlyMap<string, string>;

/** Pairs what is in one of two lists alone, by what a reading of it says; each is paired once. */
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

/** Operations that an id tells, which only one operation of each document has. */
function* listById(before: JsonObject, after: JsonObject): Generator<[string, string]> {
  const now = indexOperationIds(listOperations(after));
  for (const [id, key] of indexOperationIds(listOperations(before))) {
    const other = now.get(id);
    if (other !== undefined) yield [key, other];
  }
}

/**
 * Finds path items that have another path in another document: their variables have other names,
 * or an operation of theirs, told by its id, has gone from a path that is no more to a new one.
 */
export function matchPaths(before: JsonObject, after: JsonObject): Moves {
  const [old, now] = [listPathItems(before), listPathItems(after)];
  const lost = subtract(old.keys(), now);
  const gained = subtract(now.keys(), old);
  const moves = new Map<string, string>();
  pairUp(lost, gained, erasePath, moves);
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

/** Finds endpoints that are at another path or method: by a path read alike, then by their id. */
export function matchEndpoints(before: JsonObject, after: JsonObject): Moves {
  const [old, now] = [listOperations(before), listOperations(after)];
  const lost = subtract(old.keys(), now);
  const gained = subtract(now.keys(), old);
  const moves = new Map<string, string>();
  const read = (key: string) => {
    const { method, path } = readEndpointKey(key);
    return endpointKey(method, erasePath(path));
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
