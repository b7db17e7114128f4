import type { InputOf } from "@lintel/contract/operation";
import type { CliRunResponse, runSuite } from "@lintel/contract/operations/run";
import type { ReportFormat } from "@lintel/contract/shapes/test-run";
import { planRun } from "@lintel/runner/plan/plan-run";
import type { RunPlan } from "@lintel/runner/plan/plan.types";
import type { Principal } from "../../platform/credentials/principal.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { toResponse } from "./run-report.service.ts";
import type { RunRef } from "./run.executor.ts";
import type { RunPlatform, RunSources } from "./run.platform.ts";
import { insertRun, selectRun } from "./run.store.ts";

type RunInput = InputOf<typeof runSuite>;

/** A request for a run that is stored; `plan` is null where it was already. */
export interface AcceptedRun {
  readonly ref: RunRef;
  readonly plan: RunPlan | null;
  /** The caller polls, so that the answer does not wait. */
  readonly isPolled: boolean;
  readonly reportFormat: ReportFormat | null;
}

/** Checks everything that can be known before the first request, then stores the run. */
export async function acceptRun(
  runs: RunPlatform,
  context: ProjectContext,
  input: RunInput,
): Promise<AcceptedRun> {
  const isPolled = input.progressRunId !== undefined;
  const ref = {
    organizationId: context.organizationId,
    id: input.progressRunId ?? runs.platform.clock.newId(),
  };
  const requestDigest = runs.platform.digest(
    JSON.stringify([context.projectId, callerOf(context.principal), sortKeys(input)]),
  );
  const accepted = { ref, plan: null, isPolled, reportFormat: input.reportFormat ?? null };
  if (isPolled && (await isRepeat(context, ref, requestDigest))) return accepted;
  const { plan, suiteName, environmentName } = await makePlan(runs.sources, context, input);
  const isNew = await insertRun(context.db, {
    ...ref,
    projectId: context.projectId,
    suiteId: input.suiteId,
    suiteName,
    suitePath: plan.suitePath,
    environmentId: input.environmentId ?? null,
    environmentName,
    createdBy: callerOf(context.principal),
    iterations: plan.iterations,
    totalCases: plan.totalCases,
    requestDigest,
    createdAt: context.now,
  });
  // Another call with the same id was stored while this one was being planned.
  if (!isNew && (await isRepeat(context, ref, requestDigest))) return accepted;
  context.note({
    target: { type: "suite", id: input.suiteId, name: suiteName },
    details: { runId: ref.id, environmentName },
  });
  return { ...accepted, plan };
}

/**
 * Begins an accepted run and answers: at once where the caller polls, else when the run has ended.
 * The line is open by then, so what fails here is an outcome and no refusal.
 */
export async function finishAcceptedRun(
  runs: RunPlatform,
  accepted: AcceptedRun,
): Promise<CliRunResponse> {
  const { ref, plan, isPolled } = accepted;
  try {
    if (plan !== null) runs.executor.submit(ref, plan);
    if (!isPolled) await runs.executor.waitForEnd(ref, null);
    const db = await runs.platform.database();
    const run = await selectRun(db, ref.organizationId, ref.id);
    if (run === undefined) throw new Error("An accepted run is gone.");
    return await toResponse(db, run, accepted.reportFormat);
  } catch (error) {
    runs.platform.log.error({ err: error, runId: ref.id }, "an accepted run could not be answered");
    return unknownEnd(ref, plan);
  }
}

/** Whether the very same request was stored under this id before; another request is refused. */
async function isRepeat(
  context: ProjectContext,
  ref: RunRef,
  requestDigest: string,
): Promise<boolean> {
  const run = await selectRun(context.db, ref.organizationId, ref.id);
  if (run === undefined) return false;
  if (run.requestDigest !== requestDigest) throw new Problem("RUN_ID_CONFLICT");
  context.note({ isUnchanged: true });
  return true;
}

async function makePlan(sources: RunSources, context: ProjectContext, input: RunInput) {
  const suite = await sources.readSuite(context.db, context, input.suiteId);
  if (suite === null) throw notFound("The suite");
  const environmentId = input.environmentId ?? null;
  const environment =
    environmentId === null
      ? null
      : await sources.readEnvironment(context.db, context, environmentId);
  if (environmentId !== null && environment === null) throw notFound("The environment");
  const {
    iterations = 1,
    threads = 1,
    delayMs = 0,
    onError = "ignore",
    caseIds,
    tags,
    variables,
    authOverride,
  } = input;
  const planned = planRun({
    suite,
    environment,
    options: {
      iterations,
      threads,
      delayMs,
      onError,
      ...(caseIds === undefined ? {} : { caseIds }),
      ...(tags === undefined ? {} : { tags }),
      ...(variables === undefined ? {} : { variables }),
      ...(authOverride === undefined ? {} : { authOverride }),
    },
  });
  if ("problems" in planned) throw refusePlan(planned.problems);
  return { plan: planned, suiteName: suite.name, environmentName: environment?.name ?? null };
}

function refusePlan(
  problems: readonly { field: string; code: string; message: string }[],
): Problem {
  if (problems.every((problem) => problem.code === "SUITE_EMPTY")) {
    return new Problem("SUITE_EMPTY", problems[0]?.message);
  }
  const shown = problems
    .slice(0, 3)
    .map((problem) => problem.message)
    .join(" ");
  return new Problem("VALIDATION_FAILED", `The suite cannot be run as it is. ${shown}`, {
    errors: problems.slice(0, 50),
  });
}

/** What is said of a run whose state cannot be read. */
function unknownEnd(ref: RunRef, plan: RunPlan | null): CliRunResponse {
  return {
    testRunId: ref.id,
    status: "finished",
    outcome: "error",
    allPassed: false,
    totalTests: plan?.totalCases ?? 0,
    passedTests: 0,
    failedTests: 0,
    erroredTests: 0,
    blockedTests: 0,
    skippedTests: 0,
    totalElapsedMs: 0,
    iterations: plan?.iterations ?? 1,
    results: [],
    report: null,
    reportFormat: null,
    reportContentType: null,
    statusUrl: `/api/cli/runs/${ref.id}/status`,
  };
}

function callerOf(principal: Principal): string {
  return principal.kind === "key" ? principal.user.id : principal.name;
}

// Two bodies that differ in the order of their fields alone are the same request.
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sortKeys(member)]));
}
