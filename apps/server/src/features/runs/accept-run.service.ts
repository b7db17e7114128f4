import type { InputOf } from "@lintel/contract/operation";
import type { CliRunResponse, runSuite } from "@lintel/contract/operations/run";
import type { ReportFormat } from "@lintel/contract/shapes/test-run";
import type { RunTrigger } from "@lintel/contract/words/runs";
import { toCanonicalText } from "@lintel/json/canonical";
import { planRun, type PlanInput } from "@lintel/runner/plan/plan-run";
import type { RunPlan } from "@lintel/runner/plan/plan.types";
import { flatten } from "@lintel/json/shorten";
import { chooseEnvironment } from "../../domain/environments/choose-environment.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Principal } from "../../platform/credentials/principal.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { toResponse } from "./run-report.service.ts";
import type { RunRef } from "./run-ref.ts";
import { sealRunWork } from "./run-work.ts";
import { runKind } from "./run.job.ts";
import type { RunPlatform, RunSources } from "./run.platform.ts";
import { insertRun, insertRunWork, selectRun, type StoredRun } from "./run.store.ts";

type RunInput = InputOf<typeof runSuite>;

/** A request for a run of a stored suite. */
export interface AcceptedRun {
  readonly ref: RunRef;
  /** The caller polls, so the answer does not wait for the end. */
  readonly isPolled: boolean;
  readonly reportFormat: ReportFormat | null;
}

/**
 * Checks everything that can be checked before the first request, then stores the run and its job.
 * The run's suite and environment are stored with it, so later changes do not affect it.
 */
export async function acceptRun(
  runs: RunPlatform,
  context: ProjectContext,
  input: RunInput,
): Promise<AcceptedRun> {
  const { platform, sources } = runs;
  const isPolled = input.progressRunId !== undefined;
  const ref = {
    organizationId: context.organizationId,
    id: input.progressRunId ?? platform.clock.newId(),
  };
  const requestDigests = platform.keys.digests(
    toCanonicalText([context.projectId, callerOf(context.principal), input]),
  );
  const accepted = { ref, isPolled, reportFormat: input.reportFormat ?? null };
  if (isPolled && (await isRepeat(context, ref, requestDigests))) return accepted;
  const work = await readWork(sources, context, input);
  const plan = checkWork(work);
  const { suitePath, iterations, totalCases } = plan;
  const jobId = platform.clock.newId();
  const isNew = await insertRun(context.db, {
    ...ref,
    projectId: context.projectId,
    suiteId: input.suiteId,
    suiteName: work.suite.name,
    suitePath,
    environmentId: input.environmentId ?? null,
    environmentName: work.environment?.name ?? null,
    createdBy: callerOf(context.principal),
    trigger: triggerOf(context.principal),
    iterations,
    totalCases,
    requestDigest: requestDigests[0],
    createdAt: context.now,
    jobId,
  });
  // Another call with the same id was stored while this one was being planned.
  if (!isNew && (await isRepeat(context, ref, requestDigests))) return accepted;
  // The job is added only after the run is stored, because a second job of the same run would treat
  // the first one's work as that of a dead process.
  await platform.jobs.enqueue(context.db, runKind, ref, jobId);
  await insertRunWork(context.db, ref, sealRunWork(platform.sealer, ref, work));
  runs.plans.keep(jobId, plan);
  const { suiteId, environmentId = null } = input;
  const { name } = work.suite;
  context.emit("run.started", {
    subject: { type: "run", id: ref.id, name },
    data: { suiteId, environmentId },
    entry: {
      target: { type: "suite", id: suiteId, name },
      details: { runId: ref.id, environmentName: work.environment?.name ?? null },
    },
  });
  return accepted;
}

/**
 * Answers for an accepted run: at once if the caller polls, else when the run has ended.
 * @throws Problem UNAVAILABLE if the state of the run cannot be read.
 */
export async function finishAcceptedRun(
  runs: RunPlatform,
  accepted: AcceptedRun,
): Promise<CliRunResponse> {
  const { ref, isPolled } = accepted;
  try {
    const db = await runs.platform.database();
    runs.platform.jobs.wake(runKind);
    if (!isPolled) await waitForEnd(runs, ref);
    return await toResponse(db, await readStored(db, ref), accepted.reportFormat);
  } catch (error) {
    runs.platform.log.error({ err: error, runId: ref.id }, "an accepted run could not be answered");
    throw new Problem("UNAVAILABLE", unreadable(ref), { statusUrl: statusUrl(ref) });
  }
}

/** Waits until a run has ended on any node, or until this process stops. */
async function waitForEnd({ platform, waiters }: RunPlatform, ref: RunRef): Promise<void> {
  const db = await platform.database();
  do {
    await waiters.waitForEnd(ref, Number.POSITIVE_INFINITY);
  } while (!waiters.isClosed && (await readStored(db, ref)).status !== "finished");
}

async function readStored(db: Database, ref: RunRef): Promise<StoredRun> {
  const run = await selectRun(db, ref.organizationId, ref.id);
  if (run === undefined) throw new Error("An accepted run is gone.");
  return run;
}

/** Whether the same request was already stored under this id. Another request is refused. */
async function isRepeat(
  context: ProjectContext,
  ref: RunRef,
  requestDigests: readonly string[],
): Promise<boolean> {
  const run = await selectRun(context.db, ref.organizationId, ref.id);
  if (run === undefined) return false;
  if (!requestDigests.includes(run.requestDigest)) throw new Problem("RUN_ID_CONFLICT");
  return true;
}

async function readWork(
  sources: RunSources,
  context: ProjectContext,
  input: RunInput,
): Promise<PlanInput> {
  const suite = await sources.readSuite(context.db, context, input.suiteId);
  if (suite === null) throw notFound("The suite");
  const environment = await chooseEnvironment(sources, context, input.environmentId);
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
  const options = {
    iterations,
    threads,
    delayMs,
    onError,
    ...(caseIds === undefined ? {} : { caseIds }),
    ...(tags === undefined ? {} : { tags }),
    ...(variables === undefined ? {} : { variables }),
    ...(authOverride === undefined ? {} : { authOverride }),
  };
  return { suite, environment, options };
}

function checkWork(work: PlanInput): RunPlan {
  const planned = planRun(work);
  if ("problems" in planned) throw refusePlan(planned.problems);
  return planned;
}

function refusePlan(
  problems: readonly { field: string; code: string; message: string }[],
): Problem {
  if (problems.every((problem) => problem.code === "SUITE_EMPTY")) {
    return new Problem("SUITE_EMPTY", problems[0]?.message);
  }
  const shown = problems
    .slice(0, 3)
    .map((problem) => flatten(problem.message))
    .join(" ");
  return new Problem("VALIDATION_FAILED", `The suite cannot be run as it is. ${shown}`, {
    errors: problems.slice(0, 50),
  });
}

const unreadable = (ref: RunRef) =>
  `The run was accepted, but its state cannot be read now. Ask again at ${statusUrl(ref)}.`;

const statusUrl = (ref: RunRef) => `/api/cli/runs/${ref.id}/status`;

function callerOf({ user, actor }: Principal): string {
  return user?.id ?? actor.name;
}

function triggerOf({ key, isDelegated }: Principal): RunTrigger {
  if (isDelegated) return "agent";
  return key === null ? "manual" : "api";
}
