import { isExact } from "./exact-number.ts";
import { isList, isObject } from "./value.ts";

/**
 * Whether two values are equal as JSON. The order of items counts, that of members only with
 * `isOrdered`. Shared parts are not compared.
 */
export function isSameJson(left: unknown, right: unknown, isOrdered = false): boolean {
  if (left === right) return true;
  if (isExact(left)) return isExact(right) && left.text === right.text;
  if (isList(left)) {
    return (
      isList(right) &&
      left.length === right.length &&
      left.every((item, at) => isSameJson(item, right[at], isOrdered))
    );
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  const others = Object.keys(right);
  if (names.length !== others.length) return false;
  return names.every(
    (name, at) =>
      (isOrdered ? others[at] === name : Object.hasOwn(right, name)) &&
      isSameJson(left[name], right[name], isOrdered),
  );
}
