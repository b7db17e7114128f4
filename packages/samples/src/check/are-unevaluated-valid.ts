import { isObject, listOf, objectOf, type JsonObject } from "@lintel/json/value";
import { listHolding } from "./list-holding.ts";
import { firstOf, openParts, says, type Parts } from "../schema/parts.ts";
import type { Checking } from "./checking.ts";

/**
 * Schemas of a part that apply to a value only if the value is valid for them (JSON Schema Core
 * §10.2).
 */
function listBranches(part: JsonObject, value: unknown): readonly unknown[] {
  const dependent = Object.entries(objectOf(part["dependentSchemas"]))
    .filter(([name]) => isObject(value) && Object.hasOwn(value, name))
    .map(([, schema]) => schema);
  const conditions = [part["if"], part["then"], part["else"]];
  return [...listOf(part["anyOf"]), ...listOf(part["oneOf"]), ...conditions, ...dependent].filter(
    (schema) => schema !== undefined,
  );
}

/** Whether a part, or a branch that is valid, evaluates what `knows` asks for. */
function isEvaluated(
  checking: Checking,
  parts: Parts,
  value: unknown,
  knows: (part: JsonObject) => boolean,
): boolean {
  return parts.some(
    (part) =>
      knows(part) ||
      listBranches(part, value).some(
        (branch) =>
          checking.isValid(branch, value) &&
          isEvaluated(checking, openParts(checking.source, branch).parts, value, knows),
      ),
  );
}

/** Whether the unevaluated members are valid for `unevaluatedProperties` and `unevaluatedItems`. */
export function areUnevaluatedValid(checking: Checking, parts: Parts, value: unknown): boolean {
  if (isObject(value) && says(parts, "unevaluatedProperties")) {
    const schema = firstOf(parts, "unevaluatedProperties");
    return Object.keys(value).every(
      (name) =>
        isEvaluated(checking, parts, value, (part) => listHolding(part, name).length > 0) ||
        checking.isValid(schema, value[name]),
    );
  }
  if (!Array.isArray(value) || !says(parts, "unevaluatedItems")) return true;
  const schema = firstOf(parts, "unevaluatedItems");
  const isKnown = (item: unknown, at: number) => (part: JsonObject) =>
    part["items"] !== undefined ||
    at < listOf(part["prefixItems"]).length ||
    (part["contains"] !== undefined && checking.isValid(part["contains"], item));
  return value.every(
    (item: unknown, at) =>
      isEvaluated(checking, parts, value, isKnown(item, at)) || checking.isValid(schema, item),
  );
}
