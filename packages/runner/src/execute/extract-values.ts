import { type BoundExtraction, readExtraction } from "../extractions/read-extraction.ts";
import type { Received } from "../response/received.ts";
import { nothing } from "../values/nothing.ts";

export interface Extracted {
  readonly values: ReadonlyMap<string, unknown>;
  /** What was not found, or null. */
  readonly missing: string | null;
}

/**
 * The values that a case takes from its response.
 * @throws JsonPathError or PatternError where the search takes too long.
 */
export function extractValues(
  extractions: readonly BoundExtraction[],
  response: Received,
): Extracted {
  const values = new Map<string, unknown>();
  const lacking: string[] = [];
  for (const bound of extractions) {
    const { name } = bound.extraction;
    const value = readExtraction(bound, response);
    if (value === nothing) lacking.push(`{{${name}}} at ${bound.label}`);
    else values.set(name, value);
  }
  const missing = lacking.length === 0 ? null : `nothing was found for ${lacking.join(", ")}`;
  return { values, missing };
}
