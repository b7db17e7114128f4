import { isObject, type Json, type JsonObject } from "@lintel/json/value";
import type { AssignedIds } from "../identity/assign-ids.ts";
import type { RowList } from "../identity/row-kinds.ts";
import type { NumberOf } from "../identity/value-numbers.ts";
import type { Entity, MergeChange } from "../model/merge.types.ts";
import type { PlaceNames } from "../moves/place.ts";
import { listChangedNames } from "./compare-members.ts";

/** The document of mine after the moves, and the merged document. */
export interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

export interface ChangeContext {
  readonly numberOf: NumberOf;
  readonly ids: AssignedIds;
  /** Mine before the moves. */
  readonly original: JsonObject;
  readonly places: PlaceNames;
}

/** One thing in both documents, undefined where it is absent. */
export interface Thing extends Pair<Json | undefined> {
  readonly entity: Entity;
  readonly name: string;
  readonly id: string | null;
  /** Its new path or method. */
  readonly moved?: readonly string[];
}

export function findId({ ids }: ChangeContext, list: RowList, key: string): string | null {
  return ids.merged.get(list)?.get(key) ?? ids.mine.get(list)?.get(key) ?? null;
}

export function* describeChange({ numberOf }: ChangeContext, thing: Thing): Generator<MergeChange> {
  const { entity, name, id, before, after, moved = [] } = thing;
  const what = { entity, name, id };
  if (before === undefined && after === undefined) return;
  if (before === undefined) yield { kind: "added", ...what, details: [] };
  else if (after === undefined) yield { kind: "removed", ...what, details: [] };
  else if (moved.length > 0 || numberOf(before) !== numberOf(after)) {
    const names = [...moved, ...listChangedNames(numberOf, before, after)];
    const isReordered = names.length === 0 && isObject(before) && isObject(after);
    yield { kind: "modified", ...what, details: isReordered ? ["order"] : names };
  }
}
