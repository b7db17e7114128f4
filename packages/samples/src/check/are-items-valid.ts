import { toCanonicalText } from "@lintel/json/canonical";
import { listOf, type JsonObject } from "@lintel/json/value";
import { isNumeric } from "@lintel/json/exact-number";
import type { Checking } from "./checking.ts";

const isWithin = (count: number, min: unknown, max: unknown): boolean =>
  (!isNumeric(min) || count >= Number(min)) && (!isNumeric(max) || count <= Number(max));

/** Whether a list is valid for the array keywords of one part. */
export function areItemsValid(
  checking: Checking,
  part: JsonObject,
  value: readonly unknown[],
): boolean {
  if (!isWithin(value.length, part["minItems"], part["maxItems"])) return false;
  if (part["uniqueItems"] === true && new Set(value.map(toCanonicalText)).size < value.length) {
    return false;
  }
  const prefix = listOf(part["prefixItems"]);
  const isItem = (item: unknown, at: number): boolean => {
    const schema = at < prefix.length ? prefix[at] : part["items"];
    return schema === undefined || checking.isValid(schema, item);
  };
  if (!value.every(isItem)) return false;
  const { contains, minContains, maxContains } = part;
  if (contains === undefined) return true;
  const count = value.filter((item) => checking.isValid(contains, item)).length;
  return isWithin(count, minContains ?? 1, maxContains);
}
