import { toCanonicalText } from "@lintel/json/canonical";
import { isObject, type JsonObject } from "@lintel/json/value";
import { isNumeric } from "@lintel/json/exact-number";
import type { Direction } from "../ground/sample.types.ts";
import { openParts, type SchemaSource } from "../schema/parts.ts";
import { listBounds } from "../schema/read-bounds.ts";
import { typeOfValue } from "../schema/read-types.ts";
import { isOfFormat } from "../text/formats.ts";
import { lengthOf, matchesPattern } from "../text/match-pattern.ts";
import { areItemsValid } from "./are-items-valid.ts";
import { areMembersValid } from "./are-members-valid.ts";
import type { Checking } from "./checking.ts";
import { areUnevaluatedValid } from "./are-unevaluated-valid.ts";

/** A union of itself never ends. */
const maxDepth = 200;

/** Checks values; unreadable patterns are ignored. */
export function createChecking(source: SchemaSource, direction: Direction): Checking {
  let depth = 0;
  const checking: Checking = {
    source,
    direction,
    isValid(schema, value) {
      const { parts, isNever } = openParts(source, schema);
      return !isNever && checking.arePartsValid(parts, value);
    },
    arePartsValid(parts, value) {
      if (depth > maxDepth) return false;
      depth += 1;
      const answer =
        parts.every((part) => isPartValid(checking, part, value)) &&
        areUnevaluatedValid(checking, parts, value);
      depth -= 1;
      return answer;
    },
  };
  return checking;
}

const isOfType = (value: unknown, type: unknown): boolean => {
  const own = typeOfValue(value);
  return own === type || (own === "integer" && type === "number");
};

export const isTyped = (part: JsonObject, value: unknown): boolean => {
  const { type } = part;
  if (type === undefined || (value === null && part["nullable"] === true)) return true;
  return Array.isArray(type) ? type.some((one) => isOfType(value, one)) : isOfType(value, type);
};

function isPartValid(checking: Checking, part: JsonObject, value: unknown): boolean {
  return (
    isTyped(part, value) &&
    isAllowed(part, value) &&
    isScalarValid(part, value) &&
    (!Array.isArray(value) || areItemsValid(checking, part, value)) &&
    (!isObject(value) || areMembersValid(checking, part, value)) &&
    isCombined(checking, part, value)
  );
}

const isEqual = (left: unknown, right: unknown): boolean =>
  left === right || toCanonicalText(left) === toCanonicalText(right);

export const isAllowed = (part: JsonObject, value: unknown): boolean =>
  (!Array.isArray(part["enum"]) || part["enum"].some((one) => isEqual(one, value))) &&
  (!Object.hasOwn(part, "const") || isEqual(part["const"], value));

export function isScalarValid(part: JsonObject, value: unknown): boolean {
  if (typeof value === "string") {
    const { minLength, maxLength, pattern, format } = part;
    return (
      (!isNumeric(minLength) || lengthOf(value) >= Number(minLength)) &&
      (!isNumeric(maxLength) || lengthOf(value) <= Number(maxLength)) &&
      (typeof pattern !== "string" || matchesPattern(pattern, value)) &&
      isOfFormat(format, value)
    );
  }
  return !isNumeric(value) || isNumberValid(part, Number(value));
}

function isNumberValid(part: JsonObject, value: number): boolean {
  const parts = [part];
  const isAbove = listBounds(parts, "minimum", "exclusiveMinimum").every(({ given, isExclusive }) =>
    isExclusive ? value > Number(given) : value >= Number(given),
  );
  const isBelow = listBounds(parts, "maximum", "exclusiveMaximum").every(({ given, isExclusive }) =>
    isExclusive ? value < Number(given) : value <= Number(given),
  );
  const { multipleOf } = part;
  const isStep =
    !isNumeric(multipleOf) ||
    Number(multipleOf) <= 0 ||
    Number.isInteger(value / Number(multipleOf));
  const isSmall = part["format"] !== "int32" || (value >= -(2 ** 31) && value < 2 ** 31);
  return isAbove && isBelow && isStep && isSmall;
}

export function isCombined(checking: Checking, part: JsonObject, value: unknown): boolean {
  const is = (schema: unknown): boolean => checking.isValid(schema, value);
  const { anyOf, oneOf, not } = part;
  if (Array.isArray(anyOf) && !anyOf.some(is)) return false;
  if (Array.isArray(oneOf)) {
    const first = oneOf.findIndex(is);
    if (first < 0 || oneOf.slice(first + 1).some(is)) return false;
  }
  if (not !== undefined && is(not)) return false;
  if (part["if"] === undefined) return true;
  const branch = part[is(part["if"]) ? "then" : "else"];
  return branch === undefined || is(branch);
}
