import type { CliRunStatus } from "@lintel/contract/operations/run";
import type { RunOutcome } from "@lintel/contract/shapes/test-run";
import type { Exit } from "../outcome/exit-codes.ts";
import { formatDuration } from "../output/format-duration.ts";
import type { Paint } from "../output/paint.ts";

/** The counts of a finished run and its verdict, one line each. */
export function renderVerdict(status: CliRunStatus, exit: Exit, paint: Paint): string[] {
  const counts = [
    [status.passedCases, "passed"],
    [status.failedCases, "failed"],
    [status.erroredCases, "errored"],
    [status.blockedCases, "blocked"],
    [status.skippedCases, "skipped"],
  ] as const;
  const reported = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const sum = reported.length === 0 ? "no case ran" : reported.join(", ");
  const colour = exit === "passed" ? "green" : "red";
  return [
    `${sum} of ${status.totalCases} in ${formatDuration(status.currentDurationMs)}`,
    paint(colour, describeVerdict(status, exit)),
  ];
}

const verdicts: Readonly<Record<RunOutcome, string>> = {
  passed: "Passed",
  failed: "Failed",
  error: "Failed: the run ended with an error",
  blocked: "Failed: nothing passed, because the environment is read-only or all cases were skipped",
  cancelled: "Cancelled",
};

function describeVerdict(status: CliRunStatus, exit: Exit): string {
  const { outcome, blockedCases } = status;
  if (status.isInterrupted) return "Interrupted: the server stopped before the run ended";
  if (outcome === "passed" && exit === "failed") {
    return blockedCases > 0
      ? "Failed: a case was blocked (--fail-on-blocked)"
      : "Failed: not every case passed";
  }
  return outcome === null ? "Not finished" : verdicts[outcome];
}
