import { isSameJson } from "@lintel/json/same";
import { toNumber } from "./expected-forms.ts";

/**
 * Equality where one side may only be able to write its values as text (a header, a cell of CSV): a
 * number or a boolean equals the text that stands for it.
 */
export function equalAsText(actual: unknown, expected: unknown): boolean {
  if (typeof expected === "number") return toNumber(actual) === expected;
  if (typeof expected === "boolean") return String(actual) === String(expected);
  return isSameJson(actual, expected);
}
