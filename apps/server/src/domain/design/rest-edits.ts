import { setMember, type DraftObject, type Json, type JsonObject } from "@lintel/json/value";

/** The object, or null where nothing is in it: as a row's `rest` has it. */
const toRest = (object: JsonObject): JsonObject | null =>
  Object.keys(object).length === 0 ? null : object;

export function withoutMembers(
  object: JsonObject | null,
  names: readonly string[],
): JsonObject | null {
  const draft: DraftObject = {};
  for (const [name, value] of Object.entries(object ?? {})) {
    if (!names.includes(name)) setMember(draft, name, value);
  }
  return toRest(draft);
}

/** A member that is there keeps its place. */
export function withMember(object: JsonObject | null, name: string, value: Json): JsonObject {
  const draft: DraftObject = {};
  for (const [each, old] of Object.entries(object ?? {})) setMember(draft, each, old);
  setMember(draft, name, value);
  return draft;
}
