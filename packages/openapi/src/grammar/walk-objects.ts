import type { Step } from "@lintel/json/pointer";
import { isList, isObject, type Json, type JsonObject } from "@lintel/json/value";
import { callbackField, fieldsOf, type Field, type ObjectKind } from "./object-kinds.ts";

/** Called with every object. `path` changes during the walk: convert it to a pointer to keep it. */
export type Visit = (object: JsonObject, kind: ObjectKind, path: readonly Step[]) => void;

interface Walk {
  readonly visit: Visit;
  readonly path: Step[];
}

function walkMap(walk: Walk, map: JsonObject, { holds, kind }: Field): void {
  for (const name of Object.keys(map)) {
    if (holds === "open" && name.startsWith("x-")) continue;
    walk.path.push(name);
    walkValue(walk, map[name], kind);
    walk.path.pop();
  }
}

function walkField(walk: Walk, value: Json | undefined, field: Field): void {
  if (field.holds === "one") walkValue(walk, value, field.kind);
  else if (isObject(value)) walkMap(walk, value, field);
}

function walkMembers(walk: Walk, object: JsonObject, kind: ObjectKind): void {
  const fields = fieldsOf(kind);
  if (fields.size === 0) return;
  for (const name of Object.keys(object)) {
    const field = fields.get(name);
    if (field === undefined) continue;
    walk.path.push(name);
    walkField(walk, object[name], field);
    walk.path.pop();
  }
}

function walkValue(walk: Walk, value: Json | undefined, kind: ObjectKind): void {
  if (isList(value)) {
    for (const [index, item] of value.entries()) {
      walk.path.push(index);
      if (isObject(item)) walkValue(walk, item, kind);
      walk.path.pop();
    }
  } else if (isObject(value)) {
    walk.visit(value, kind, walk.path);
    if (kind === "callback") walkMap(walk, value, callbackField);
    else walkMembers(walk, value, kind);
  }
}

/**
 * Visits an object of a kind and all OpenAPI objects within it, outer objects first. Data and
 * extensions are not visited, so that a `$ref` in them is no reference.
 */
export function walkObjects(value: Json, kind: ObjectKind, visit: Visit): void {
  walkValue({ visit, path: [] }, value, kind);
}
