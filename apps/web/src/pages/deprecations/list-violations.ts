import type { Output } from "../../api/api.ts";
import { firstDayFrom, showDay } from "./show-day.ts";

type Preview = Output<"previewDeprecation">;

/** What the policy refuses. Dates are entered as days, so that the earliest one is a day as well. */
export function listViolations({ violations, earliestSunsetAt }: Preview): Preview["violations"] {
  return violations.map((violation) =>
    violation.code === "SUNSET_TOO_EARLY"
      ? {
          ...violation,
          message: `The policy allows a sunset from ${showDay(firstDayFrom(earliestSunsetAt))} on.`,
        }
      : violation,
  );
}
