import { isList, isObject, setMember, type DraftObject, type Json } from "@lintel/json/value";
import { keptName } from "../kept/kept-record.ts";

/** A copy of a value without the records of conversions. */
export function stripKept(value: Json): Json {
  if (isList(value)) return value.map(stripKept);
  if (!isObject(value)) return value;
  const draft: DraftObject = {};
  for (const [name, inner] of Object.entries(value)) {
    if (name !== keptName) setMember(draft, name, stripKept(inner));
  }
  return draft;
}
