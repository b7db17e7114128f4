import { memberOf, textOf } from "@lintel/json/value";
import type { DeprecationNotice } from "./reference.types.ts";

/** The deprecation that an operation states in `deprecated`, `x-sunset` and `x-lintel-successor`. */
export function readDeprecation(operation: unknown): DeprecationNotice | null {
  const sunset = textOf(memberOf(operation, "x-sunset"));
  const successor = textOf(memberOf(operation, "x-lintel-successor"));
  if (memberOf(operation, "deprecated") !== true && sunset === null) return null;
  return { ...(sunset === null ? {} : { sunset }), ...(successor === null ? {} : { successor }) };
}
