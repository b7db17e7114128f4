import { isId } from "../items/pick-item.ts";
import { usageFailure } from "../outcome/failure.ts";

/** @throws Failure if it is not an id. */
export function checkFindingId(text: string): string {
  if (isId(text)) return text;
  throw usageFailure(
    `"${text}" is not the id of a finding.`,
    "`lintel findings list` shows the ids.",
  );
}
