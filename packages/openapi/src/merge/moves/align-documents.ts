import type { JsonObject } from "@lintel/json/value";
import { writePointer } from "@lintel/json/pointer";
import type { MergeConflict, Side, Three } from "../model/merge.types.ts";
import { moveEndpoints, renamePaths } from "./apply-moves.ts";
import { matchEndpoints, matchPaths, type Moves } from "./match-places.ts";
import {
  listOperations,
  listPathItems,
  nameEndpoint,
  readEndpointKey,
  type PlaceNames,
} from "./place.ts";
import { planMoves, type MoveConflict, type MovePlan } from "./plan-moves.ts";

/** The three documents, with moved parts in the same place in all of them. */
export interface Alignment {
  readonly documents: Three<JsonObject>;
  /** The new names of places in the document of each side. */
  readonly places: Readonly<Record<Side, PlaceNames>>;
  readonly conflicts: readonly MergeConflict[];
}

const each = <From, To>(three: Three<From>, turn: (value: From, side: keyof Three) => To) => ({
  base: turn(three.base, "base"),
  mine: turn(three.mine, "mine"),
  theirs: turn(three.theirs, "theirs"),
});

function plan(
  documents: Three<JsonObject>,
  prefer: Side,
  list: (document: JsonObject) => ReadonlyMap<string, unknown>,
  match: (before: JsonObject, after: JsonObject) => Moves,
): MovePlan {
  const moves = {
    mine: match(documents.base, documents.mine),
    theirs: match(documents.base, documents.theirs),
  };
  return planMoves(each(documents, list), moves, prefer);
}

const describePathConflict =
  (kept: Side) =>
  ({ to, ...three }: MoveConflict): MergeConflict => ({
    pointer: writePointer(["paths", to]),
    entity: "path",
    name: to,
    ...three,
    kept,
  });

const nameKey = (key: string) => nameEndpoint(readEndpointKey(key));

function describeEndpointConflict(kept: Side) {
  return ({ to, ...three }: MoveConflict): MergeConflict => {
    const { path, method } = readEndpointKey(to);
    const pointer = writePointer(["paths", path, method]);
    return { pointer, entity: "endpoint", name: nameKey(to), ...each(three, nameKey), kept };
  };
}

/** Applies renamed paths and moved endpoints of both sides to all three documents. */
export function alignDocuments(documents: Three<JsonObject>, prefer: Side): Alignment {
  const paths = plan(documents, prefer, listPathItems, matchPaths);
  const renamed = each(documents, (document, side) => renamePaths(document, paths.renames[side]));
  const endpoints = plan(renamed, prefer, listOperations, matchEndpoints);
  const namesOf = (side: Side): PlaceNames => ({
    path: (path) => paths.renames[side].get(path) ?? path,
    endpoint: (key) => endpoints.renames[side].get(key) ?? key,
  });
  return {
    documents: each(renamed, (document, side) => moveEndpoints(document, endpoints.renames[side])),
    places: { mine: namesOf("mine"), theirs: namesOf("theirs") },
    conflicts: [
      ...paths.conflicts.map(describePathConflict(prefer)),
      ...endpoints.conflicts.map(describeEndpointConflict(prefer)),
    ],
  };
}
