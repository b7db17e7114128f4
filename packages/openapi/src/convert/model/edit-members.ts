import { setMember, type DraftObject, type Json, type JsonObject } from "@lintel/json/value";

/** Members to set, or to remove where undefined. */
export type Edits = Readonly<Record<string, Json | undefined>>;

/**
 * A copy with some members replaced in their position or removed. New members come last, or take
 * the position of the member `instead`.
 */
export function editMembers(object: JsonObject, edits: Edits, instead?: string): JsonObject {
  const draft: DraftObject = {};
  const put = (name: string) => {
    const value = edits[name];
    if (value !== undefined) setMember(draft, name, value);
  };
  const isNew = (name: string) => !Object.hasOwn(object, name);
  for (const [name, value] of Object.entries(object)) {
    if (Object.hasOwn(edits, name)) put(name);
    else setMember(draft, name, value);
    if (name === instead) Object.keys(edits).filter(isNew).forEach(put);
  }
  Object.keys(edits)
    .filter((name) => isNew(name) && !Object.hasOwn(draft, name))
    .forEach(put);
  return draft;
}

/** A copy without some members; the same object if it has none of them. */
export function dropMembers(object: JsonObject, isDropped: (name: string) => boolean): JsonObject {
  const names = Object.keys(object);
  if (!names.some(isDropped)) return object;
  const draft: DraftObject = {};
  for (const name of names) {
    const value = object[name];
    if (!isDropped(name) && value !== undefined) setMember(draft, name, value);
  }
  return draft;
}

/** A copy in which a member is renamed in its position. */
export function renameMember(object: JsonObject, from: string, to: string): JsonObject {
  const draft: DraftObject = {};
  for (const [name, value] of Object.entries(object)) {
    setMember(draft, name === from ? to : name, value);
  }
  return draft;
}

/** A copy of a map with changed values; the same map if no value changed. */
export function mapMembers(map: JsonObject, change: (value: Json, name: string) => Json) {
  const draft: DraftObject = {};
  let isChanged = false;
  for (const [name, value] of Object.entries(map)) {
    const changed = change(value, name);
    if (changed !== value) isChanged = true;
    setMember(draft, name, changed);
  }
  return isChanged ? draft : map;
}
