import type { CliRunResponse, CliRunStatus, RunItem } from "@lintel/contract/operations/run";
import { isInterruption } from "./interruptions.ts";
import type { StoredRun } from "./run.store.ts";

type Summary = Omit<CliRunResponse, "results" | "report" | "reportFormat" | "reportContentType">;

/** The summary of a run in the answer to `POST /api/cli/run`. */
export function toSummary(run: StoredRun): Summary {
  return {
    testRunId: run.id,
    status: run.status as CliRunResponse["status"],
    outcome: run.outcome as CliRunResponse["outcome"],
    allPassed: run.allPassed ?? false,
    totalTests: run.totalCases,
    passedTests: run.passedCases,
    failedTests: run.failedCases,
    erroredTests: run.erroredCases,
    blockedTests: run.blockedCases,
    skippedTests: run.skippedCases,
    totalElapsedMs: run.elapsedMs ?? 0,
    iterations: run.iterations,
    statusUrl: `/api/cli/runs/${run.id}/status`,
  };
}

/** The status of a run. `now` makes the duration grow while the run is in progress. */
export function toRunStatus(run: StoredRun, now: Date): CliRunStatus {
  const { passedCases, failedCases, erroredCases, blockedCases, skippedCases } = run;
  return {
    id: run.id,
    status: run.status as CliRunStatus["status"],
    outcome: run.outcome as CliRunStatus["outcome"],
    allPassed: run.allPassed,
    totalCases: run.totalCases,
    completedCases: passedCases + failedCases + erroredCases + blockedCases + skippedCases,
    passedCases,
    failedCases,
    erroredCases,
    blockedCases,
    skippedCases,
    currentDurationMs:
      run.elapsedMs ??
      (run.startedAt === null ? 0 : Math.max(0, now.getTime() - run.startedAt.getTime())),
    message: run.message,
    isInterrupted: isInterruption(run.message),
    startedAt: run.startedAt?.toISOString() ?? null,
    completedAt: run.completedAt?.toISOString() ?? null,
  };
}

export function toRunItem(run: StoredRun, now: Date): RunItem {
  return {
    ...toRunStatus(run, now),
    suiteId: run.suiteId,
    suiteName: run.suiteName,
    environmentName: run.environmentName,
    trigger: run.trigger,
    createdAt: run.createdAt.toISOString(),
  };
}
