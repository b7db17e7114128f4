import { listOf, objectOf, type JsonObject } from "@lintel/json/value";
import { isNumeric } from "@lintel/json/exact-number";
import { isHidden } from "../schema/is-hidden.ts";
import { openParts } from "../schema/parts.ts";
import { listHolding } from "./list-holding.ts";
import type { Checking } from "./checking.ts";

/** A required member may be absent if it belongs to the other direction. */
export function isExcused(
  { source, direction }: Checking,
  part: JsonObject,
  name: string,
): boolean {
  const properties = objectOf(part["properties"]);
  if (direction === null || !Object.hasOwn(properties, name)) return false;
  return isHidden(direction, openParts(source, properties[name]).parts);
}

/** Whether an object is valid for the object keywords of one part. */
export function areMembersValid(checking: Checking, part: JsonObject, value: JsonObject): boolean {
  const names = Object.keys(value);
  const { required, minProperties, maxProperties, propertyNames, properties } = part;
  if (isNumeric(minProperties) && names.length < Number(minProperties)) return false;
  if (isNumeric(maxProperties) && names.length > Number(maxProperties)) return false;
  for (const name of listOf(required)) {
    const isPresent = typeof name !== "string" || Object.hasOwn(value, name);
    if (!isPresent && !isExcused(checking, part, name)) return false;
  }
  const known = objectOf(properties);
  const isSimple = part["patternProperties"] === undefined;
  for (const name of names) {
    const isMember =
      isSimple && Object.hasOwn(known, name)
        ? checking.isValid(known[name], value[name])
        : listHolding(part, name).every((schema) => checking.isValid(schema, value[name]));
    if (!isMember || (propertyNames !== undefined && !checking.isValid(propertyNames, name))) {
      return false;
    }
  }
  return isDependentValid(checking, part, value);
}

function isDependentValid(checking: Checking, part: JsonObject, value: JsonObject): boolean {
  const { dependentRequired, dependentSchemas } = part;
  if (dependentRequired === undefined && dependentSchemas === undefined) return true;
  const has = (name: unknown): boolean => Object.hasOwn(value, String(name));
  return (
    Object.entries(objectOf(dependentRequired)).every(
      ([name, others]) => !has(name) || listOf(others).every(has),
    ) &&
    Object.entries(objectOf(dependentSchemas)).every(
      ([name, schema]) => !has(name) || checking.isValid(schema, value),
    )
  );
}
