import type { InputOf, OutgoingFile, OutputOf } from "@lintel/contract/operation";
import type {
  CliRunStatus,
  listRunResults,
  listRuns,
  RunItem,
} from "@lintel/contract/operations/run";
import type { ReportFormat } from "@lintel/contract/shapes/test-run";
import { reportTable } from "@lintel/runner/reports";
import type { Database } from "../../platform/database/open-database.ts";
import type { OrganizationContext, ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound } from "../../platform/problem.ts";
import { readReport, requireFinished } from "./run-report.service.ts";
import { toCompleted } from "./finish-run.ts";
import type { RunRef } from "./run-ref.ts";
import { runKind } from "./run.job.ts";
import type { RunPlatform } from "./run.platform.ts";
import { endPending } from "./run-end.store.ts";
import {
  requestCancel,
  selectResultPage,
  selectRun,
  selectRuns,
  type StoredRun,
} from "./run.store.ts";
import { toRunItem, toRunStatus } from "./run.view.ts";

/** A result contains HTTP exchanges, so even a few results can be long. */
const defaultResults = 10;

export async function readRunStatus(
  runs: RunPlatform,
  context: OrganizationContext,
  id: string,
  waitMs: number,
): Promise<CliRunStatus> {
  const ref = { organizationId: context.organizationId, id };
  const deadline = runs.platform.clock.monotonic() + waitMs;
  for (;;) {
    const run = await find(context.db, ref);
    const leftMs = deadline - runs.platform.clock.monotonic();
    if (run.status === "finished" || leftMs <= 0 || runs.waiters.isClosed)
      return toRunStatus(run, runs.platform.clock.now());
    await runs.waiters.waitForEnd(ref, leftMs);
  }
}

export async function readRunReport(
  context: OrganizationContext,
  id: string,
  format: ReportFormat,
): Promise<OutgoingFile> {
  const run = await find(context.db, { organizationId: context.organizationId, id });
  requireFinished(run);
  const report = reportTable[format];
  return {
    mediaType: report.mediaType,
    fileName: `${run.suiteName}-${run.id}.${report.extension}`,
    content: report.render(await readReport(context.db, run)),
  };
}

export async function listProjectRuns(
  runs: RunPlatform,
  context: ProjectContext,
  input: InputOf<typeof listRuns>,
): Promise<{ items: RunItem[]; totalCount: number; skip: number; take: number }> {
  const paging = readPaging(input);
  const { rows, totalCount } = await selectRuns(context.db, context, {
    suiteId: input.suiteId ?? null,
    environmentId: input.environmentId ?? null,
    status: input.status ?? null,
    outcome: input.outcome ?? null,
    trigger: input.trigger ?? null,
    id: input.runId ?? null,
    isLatest: input.isLatest ?? false,
    ...paging,
  });
  const now = runs.platform.clock.now();
  return { items: rows.map((row) => toRunItem(row, now)), totalCount, ...paging };
}

export async function listResults(
  context: ProjectContext,
  input: InputOf<typeof listRunResults>,
): Promise<OutputOf<typeof listRunResults>> {
  const ref = { organizationId: context.organizationId, id: input.runId };
  const run = await find(context.db, ref);
  if (run.projectId !== context.projectId) throw notFound("The run");
  const paging = readPaging({ skip: input.skip, take: input.take ?? defaultResults });
  const { results, totalCount } = await selectResultPage(context.db, ref, {
    verdict: input.verdict ?? null,
    caseId: input.caseId ?? null,
    ...paging,
  });
  return { items: results, totalCount, ...paging };
}

/** Ends a waiting run at once. A run in progress ends within seconds, after its tear-down. */
export async function cancelProjectRun(
  runs: RunPlatform,
  context: ProjectContext,
  id: string,
): Promise<CliRunStatus> {
  const { db, now } = context;
  const ref = { organizationId: context.organizationId, id };
  const run = await find(db, ref);
  if (run.projectId !== context.projectId) throw notFound("The run");
  if (run.status !== "finished") await cancelUnfinished(context, run);
  if (run.jobId !== null) await runs.platform.jobs.cancel(db, runKind, run.jobId);
  return toRunStatus(await find(db, ref), now);
}

async function cancelUnfinished(context: ProjectContext, run: StoredRun): Promise<void> {
  const { db, now } = context;
  await requestCancel(db, run);
  const ended = await endPending(db, run, now);
  if (ended !== undefined) context.emit("run.completed", toCompleted(ended));
  const subject = { type: "run", id: run.id, name: run.suiteName } as const;
  const data = { suiteId: run.suiteId };
  context.emit("run.cancelled", { subject, data, entry: { target: subject, details: {} } });
}

/** The project of a run, for calls whose path names only the run. */
export async function locateRun(
  db: Database,
  organizationId: string,
  id: string,
): Promise<string | null> {
  return (await selectRun(db, organizationId, id))?.projectId ?? null;
}

async function find(db: Database, ref: RunRef): Promise<StoredRun> {
  const run = await selectRun(db, ref.organizationId, ref.id);
  if (run === undefined) throw notFound("The run");
  return run;
}
