import type { RunOutcome } from "@lintel/contract/shapes/test-run";
import type { Exit } from "../outcome/exit-codes.ts";

export interface Judged {
  readonly outcome: RunOutcome | null;
  readonly allPassed: boolean | null;
  readonly blocked: number;
  /** Not sent by a service of an older version. */
  readonly isInterrupted?: boolean;
}

/** How the command ends after a run that is finished. */
export function judgeRun(run: Judged, failsOnBlocked: boolean): Exit {
  if (run.outcome === "cancelled" || run.isInterrupted === true) return "incomplete";
  if (run.allPassed !== true || run.outcome !== "passed") return "failed";
  return failsOnBlocked && run.blocked > 0 ? "failed" : "passed";
}
