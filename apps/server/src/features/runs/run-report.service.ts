import type { CliRunResponse } from "@lintel/contract/operations/run";
import type { ReportFormat, RunReport } from "@lintel/contract/shapes/test-run";
import { reportTable } from "@lintel/runner/reports";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { selectResults, selectRun, type StoredRun } from "./run.store.ts";
import { toSummary } from "./run.view.ts";

/**
 * The answer to a call that runs a suite: the run's state, or the full result once it has ended.
 */
export async function toResponse(
  db: Database,
  run: StoredRun,
  reportFormat: ReportFormat | null,
): Promise<CliRunResponse> {
  const isFinished = run.status === "finished";
  const report = isFinished && reportFormat !== null ? reportTable[reportFormat] : null;
  return {
    ...toSummary(run),
    results: isFinished ? await selectResults(db, run.organizationId, run.id) : [],
    report: report === null ? null : report.render(await readReport(db, run)),
    reportFormat: report === null ? null : reportFormat,
    reportContentType: report?.mediaType ?? null,
  };
}

/**
 * The page of a finished run, for people without an account.
 *
 * @throws Problem NOT_FOUND, RUN_NOT_FINISHED
 */
export async function writeSharedRun(
  { db, organizationId, projectId }: Pick<ProjectContext, "db" | "organizationId" | "projectId">,
  runId: string,
): Promise<string> {
  const run = await selectRun(db, organizationId, runId);
  if (run?.projectId !== projectId) throw notFound("The run");
  requireFinished(run);
  return reportTable.html.render(await readReport(db, run));
}

/** @throws Problem RUN_NOT_FINISHED */
export function requireFinished({ status }: StoredRun): void {
  if (status !== "finished")
    throw new Problem(
      "RUN_NOT_FINISHED",
      `The run is ${status}; its report is made when it is finished.`,
    );
}

/** A finished run in the form that reports need. */
export async function readReport(db: Database, run: StoredRun): Promise<RunReport> {
  const {
    totalTests,
    passedTests,
    failedTests,
    erroredTests,
    blockedTests,
    skippedTests,
    totalElapsedMs,
  } = toSummary(run);
  return {
    testRunId: run.id,
    suiteName: run.suiteName,
    suitePath: run.suitePath,
    environmentName: run.environmentName,
    outcome: (run.outcome ?? "error") as RunReport["outcome"],
    allPassed: run.allPassed ?? false,
    message: run.message,
    iterations: run.iterations,
    startedAt: (run.startedAt ?? run.createdAt).toISOString(),
    completedAt: (run.completedAt ?? run.createdAt).toISOString(),
    totalElapsedMs,
    totalTests,
    passedTests,
    failedTests,
    erroredTests,
    blockedTests,
    skippedTests,
    results: await selectResults(db, run.organizationId, run.id),
  };
}
