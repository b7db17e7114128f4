import { quote } from "@lintel/openapi/values/shorten";
import { invalid } from "../../platform/problem.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What stands between commas, trimmed, each once and in its order; what is empty is left out. */
export const readList = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== ""),
  ),
];

/**
 * The ids of a list, each once.
 * @throws Problem VALIDATION_FAILED where there is none, or one that is no id.
 */
export function readIds(field: string, text: string): string[] {
  const ids = readList(text.toLowerCase());
  if (ids.length === 0) {
    throw invalid({ field, code: "minItems", message: "Name at least one id." });
  }
  const wrong = ids.find((id) => !uuid.test(id));
  if (wrong === undefined) return ids;
  throw invalid({ field, code: "format", message: `${quote(wrong)} is no id: ids are UUIDs.` });
}
