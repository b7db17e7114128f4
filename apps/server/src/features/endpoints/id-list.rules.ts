import { quote } from "@lintel/json/shorten";
import { invalid } from "../../platform/problem.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const split = (text: string): string[] =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** The entries of a comma-separated list, trimmed, in order, without duplicates and empty ones. */
export const readList = (text: string): string[] => [...new Set(split(text))];

/**
 * The ids of a list, each once.
 * @throws Problem VALIDATION_FAILED where there is none, or one that is no id.
 */
export function readIds(field: string, text: string): string[] {
  return [...new Set(readOrder(field, text))];
}

/**
 * The ids of a list as they were sent, with duplicates.
 * @throws Problem VALIDATION_FAILED where there is none, or one that is no id.
 */
export function readOrder(field: string, text: string): string[] {
  const ids = split(text.toLowerCase());
  if (ids.length === 0) {
    throw invalid({ field, code: "minItems", message: "Name at least one id." });
  }
  const wrong = ids.find((id) => !uuid.test(id));
  if (wrong === undefined) return ids;
  throw invalid({ field, code: "format", message: `${quote(wrong)} is no id: ids are UUIDs.` });
}
