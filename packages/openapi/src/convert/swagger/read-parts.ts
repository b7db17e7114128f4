import { isList, isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";

export const objectAt = (object: JsonObject, name: string): JsonObject => {
  const value = memberOf(object, name);
  return isObject(value) ? value : {};
};

export const listAt = (object: JsonObject, name: string): readonly Json[] => {
  const value = memberOf(object, name);
  return isList(value) ? value : [];
};

export const textAt = (object: JsonObject, name: string): string | null => {
  const value = memberOf(object, name);
  return typeof value === "string" ? value : null;
};

/** A list of texts, or null where there is none. */
export function textsAt(object: JsonObject, name: string): readonly string[] | null {
  const value = memberOf(object, name);
  return isList(value) && value.length > 0 && value.every((each) => typeof each === "string")
    ? value
    : null;
}
