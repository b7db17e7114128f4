import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import type { NumberOf } from "../identity/value-numbers.ts";

const nothing: JsonObject = {};
export const objectOf = (value: Json | undefined): JsonObject =>
  isObject(value) ? value : nothing;

/** The names of both lists, in the order of the second one, then those that only the first has. */
export const listNames = (before: JsonObject, after: JsonObject): readonly string[] => [
  ...Object.keys(after),
  ...Object.keys(before).filter((name) => !Object.hasOwn(after, name)),
];

/** The names of the members that differ. */
export const listChangedNames = (
  numberOf: NumberOf,
  before: Json | undefined,
  after: Json | undefined,
): readonly string[] => {
  const [old, now] = [objectOf(before), objectOf(after)];
  return listNames(old, now).filter(
    (name) => numberOf(memberOf(old, name)) !== numberOf(memberOf(now, name)),
  );
};
