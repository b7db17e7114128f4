import { readExtraction } from "../extractions/read-extraction.ts";
import type { PlannedCase } from "../plan/plan.types.ts";
import type { Received } from "../response/received.ts";
import { nothing } from "../values/nothing.ts";

export interface Extracted {
  readonly values: ReadonlyMap<string, unknown>;
  /** Says what was not found, or null. */
  readonly missing: string | null;
}

/**
 * The values that a case takes from its response.
 * @throws JsonPathError or PatternError where the search takes too long.
 */
export function extractValues(planned: PlannedCase, response: Received): Extracted {
  const values = new Map<string, unknown>();
  const lacking: string[] = [];
  for (const extraction of planned.extractions) {
    const value = readExtraction(extraction, response);
    if (value === nothing) lacking.push(`{{${extraction.name}}} at ${extraction.label}`);
    else values.set(extraction.name, value);
  }
  const missing = lacking.length === 0 ? null : `nothing was found for ${lacking.join(", ")}`;
  return { values, missing };
}
