import { isExact } from "./exact-number.ts";
import { isCompound, isList, isObject, setMember, type DraftObject, type Json } from "./value.ts";

/**
 * The value with only JavaScript's numbers, for code that checks a document and does not write it.
 * A value without other numbers is returned itself.
 */
export function toPlainNumbers<Value extends Json>(value: Value): Value {
  return replaceScalars(value, isExact, (number) => Number(number)) as Value;
}

/** A copy with some scalars replaced; the same value if there are none of these. */
export function replaceScalars(
  value: Json,
  isWanted: (scalar: Json) => boolean,
  replace: (scalar: Json) => Json,
): Json {
  return hasScalar(value, isWanted) ? copy(value, isWanted, replace) : value;
}

/**
 * Searches without recursion, because documents of others may nest deeper than the stack allows.
 */
function hasScalar(value: Json, isWanted: (scalar: Json) => boolean): boolean {
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isCompound(next)) {
      for (const member of Object.values<Json>(next))
        if (typeof member !== "string") waiting.push(member);
    } else if (isWanted(next)) return true;
  }
  return false;
}

function copy(
  value: Json,
  isWanted: (scalar: Json) => boolean,
  replace: (scalar: Json) => Json,
): Json {
  if (isList(value)) return value.map((item) => copy(item, isWanted, replace));
  if (!isObject(value)) return isWanted(value) ? replace(value) : value;
  const draft: DraftObject = {};
  for (const name of Object.keys(value)) {
    setMember(draft, name, copy(value[name] as Json, isWanted, replace));
  }
  return draft;
}
