import { isExact } from "../../values/exact-number.ts";
import { isList, isObject, type Json } from "../../values/json.ts";

/**
 * Whether two values are equal as JSON; with `isOrdered` their members also stand in the same
 * order. Shared parts are not looked into.
 */
export function isSameJson(left: Json, right: Json, isOrdered: boolean): boolean {
  if (left === right) return true;
  if (isExact(left)) return isExact(right) && left.text === right.text;
  if (isList(left)) {
    return (
      isList(right) &&
      left.length === right.length &&
      left.every((item, at) => isSameJson(item, right[at] as Json, isOrdered))
    );
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  const others = Object.keys(right);
  if (names.length !== others.length) return false;
  return names.every(
    (name, at) =>
      (isOrdered ? others[at] === name : Object.hasOwn(right, name)) &&
      isSameJson(left[name] as Json, right[name] as Json, isOrdered),
  );
}
