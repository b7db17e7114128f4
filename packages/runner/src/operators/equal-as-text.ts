import { isSameJson } from "@lintel/json/same";
import { toNumber } from "./expected-forms.ts";

/**
 * Equality if one side may only have text values (a header, a cell of CSV): a number or a boolean
 * equals its text.
 */
export function equalAsText(actual: unknown, expected: unknown): boolean {
  if (typeof expected === "number") return toNumber(actual) === expected;
  if (typeof expected === "boolean") return String(actual) === String(expected);
  return isSameJson(actual, expected);
}
