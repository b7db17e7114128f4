import type { RunOutcome } from "@lintel/contract/shapes/test-run";
import type { Exit } from "../outcome/exit-codes.ts";

export interface FinishedVerdict {
  readonly outcome: RunOutcome | null;
  readonly allPassed: boolean | null;
  readonly blocked: number;
  /** Older versions of the service do not send it. */
  readonly isInterrupted?: boolean;
}

/** The exit code of the command for a finished run. */
export function chooseExit(run: FinishedVerdict, failsOnBlocked: boolean): Exit {
  if (run.outcome === "cancelled" || run.isInterrupted === true) return "incomplete";
  if (run.allPassed !== true || run.outcome !== "passed") return "failed";
  return failsOnBlocked && run.blocked > 0 ? "failed" : "passed";
}
