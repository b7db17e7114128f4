import { executeRun } from "@lintel/runner/execute/execute-run";
import { planRun } from "@lintel/runner/plan/plan-run";
import type { RunPlan } from "@lintel/runner/plan/plan.types";
import type { Database } from "../../platform/database/open-database.ts";
import type { HeldJob, JobEnd, JobHandler } from "../../platform/jobs/job.types.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import type { MeasuredRun } from "./measure-runs.ts";
import { createResultSink } from "./result-sink.ts";
import { interruptions } from "./interruptions.ts";
import type { RunRef } from "./run-ref.ts";
import type { RunPlatform } from "./run.platform.ts";
import { openRunWork } from "./run-work.ts";
import { finishOrphans, finishRun } from "./finish-run.ts";
import { type RunEnd } from "./run-end.store.ts";
import { claimRun, selectRun } from "./run.store.ts";

export const runKind = "run";

/** Maximum concurrent runs of one process. Others wait in the queue. */
const concurrency = 16;

/**
 * Carries out runs. A run begins only once, because its requests may have changed the API under
 * test. If its process dies, the run ends as an error and does not begin again.
 */
export function runJob({
  platform,
  waiters,
  plans,
  telemetry,
}: Omit<RunPlatform, "sources">): JobHandler {
  return {
    kind: runKind,
    concurrency,
    async handle(job) {
      const run = job.data as RunRef;
      try {
        await beginOrEnd({ platform, telemetry }, plans.take(job.id), run, job);
      } finally {
        waiters.announceEnd(run);
      }
    },
    async sweep(db) {
      const runs = await finishOrphans(platform, db, runKind);
      if (runs === 0) return;
      platform.log.warn({ region: platform.region, runs }, "runs that were interrupted are ended");
    },
  };
}

async function beginOrEnd(
  { platform, telemetry }: Pick<RunPlatform, "platform" | "telemetry">,
  accepted: RunPlan | undefined,
  run: RunRef,
  job: HeldJob,
): Promise<void> {
  const db = await platform.database();
  const sealed = await claimRun(db, run, platform.clock.now());
  if (sealed === null) {
    // The run has already finished, or the process that began it died.
    return finishRun(platform, db, run, failedEnd(platform, "interrupted"));
  }
  const planned = accepted ?? planRun(openRunWork(platform.sealer, run, sealed));
  // The run could be planned when it was accepted, so this process has another version.
  if ("problems" in planned) return finishRun(platform, db, run, failedEnd(platform, "changed"));
  await telemetry.follow(run.id, () => carryOut(platform, db, run, planned, job.signal));
}

async function carryOut(
  platform: Platform,
  db: Database,
  run: RunRef,
  plan: RunPlan,
  signal: AbortSignal,
): Promise<MeasuredRun> {
  const { clock, egress } = platform;
  const sink = createResultSink(db, run, plan.totalCases);
  const beganAt = clock.monotonic();
  const { outcome, allPassed, message } = await executeRun(plan, {
    egress,
    now: () => clock.now().getTime(),
    monotonic: clock.monotonic,
    randomUuid: () => crypto.randomUUID(),
    random: Math.random,
    signal,
    onResult: sink.add,
  });
  await sink.flush();
  const interruption = await explainInterruption(db, run, signal);
  const end = {
    ...(interruption === null
      ? { outcome, allPassed, message }
      : { outcome: "error" as const, allPassed: false, message: interruptions[interruption] }),
    counts: sink.counts(),
    completedAt: clock.now(),
    elapsedMs: Math.round((clock.monotonic() - beganAt) * 10) / 10,
  };
  await finishRun(platform, db, run, end);
  return end;
}

/** Why a run was interrupted, or null if it finished or was cancelled. */
async function explainInterruption(
  db: Database,
  run: RunRef,
  signal: AbortSignal,
): Promise<"stopped" | "interrupted" | null> {
  if (!signal.aborted) return null;
  if ((signal.reason as JobEnd) === "stopped") return "stopped";
  const stored = await selectRun(db, run.organizationId, run.id);
  return stored?.isCancelled === true ? null : "interrupted";
}

/** The end of a run that another process began. */
function failedEnd(platform: Platform, reason: "interrupted" | "changed"): RunEnd {
  return {
    outcome: "error",
    allPassed: false,
    message: interruptions[reason],
    completedAt: platform.clock.now(),
  };
}
