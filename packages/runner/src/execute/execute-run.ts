import type { RunPlan } from "../plan/plan.types.ts";
import { evaluateRun } from "./count-results.ts";
import type { RunReportCore, RunTools } from "./execution.types.ts";
import { runPass } from "./run-pass.ts";
import { type Run, startRun } from "./run-state.ts";

const countPasses = (plan: RunPlan) => plan.iterations * plan.rows.length;

/** Runs one pass after the other until none is left or the run ends early. */
async function work(run: Run): Promise<void> {
  while (run.ending === null && !run.signals.isCancelled()) {
    const index = run.passesStarted;
    if (index >= countPasses(run.plan)) return;
    run.passesStarted += 1;
    await runPass(run, index);
  }
}

async function runPasses(run: Run): Promise<void> {
  const { threads } = run.plan;
  const workers = Array.from({ length: Math.min(threads, countPasses(run.plan)) }, () => work(run));
  for (const ended of await Promise.allSettled(workers)) {
    if (ended.status === "fulfilled") continue;
    const why = ended.reason instanceof Error ? ended.reason.message : String(ended.reason);
    run.failure ??= `The run broke off: ${why}`;
  }
}

function describeRun(run: Run): string | null {
  if (run.failure !== null) return run.masker.text(run.failure);
  const passes = countPasses(run.plan);
  const left = passes - run.passesStarted;
  const rest = left === 0 ? "" : ` ${left} of ${passes} passes were not started.`;
  if (run.signals.isCancelled()) return `The run was cancelled.${rest}`;
  return run.ending === null ? null : `${run.masker.text(run.ending)}.${rest}`;
}

/**
 * Runs a plan to its end and returns the outcome; each case's result goes to `onResult`. Never
 * throws: failures are in the results and in `outcome`.
 */
export async function executeRun(plan: RunPlan, tools: RunTools): Promise<RunReportCore> {
  const run = startRun(plan, tools);
  const [startedAt, start] = [run.tools.now(), run.tools.monotonic()];
  try {
    await runPasses(run);
  } finally {
    run.signals.close();
  }
  const isCancelled = run.signals.isCancelled();
  return {
    ...run.counter.counts,
    ...evaluateRun(run.counter, { isCancelled, isBroken: run.failure !== null }),
    suiteName: plan.suiteName,
    suitePath: plan.suitePath,
    environmentName: plan.environment?.name ?? null,
    message: describeRun(run),
    iterations: plan.iterations,
    startedAt: new Date(startedAt).toISOString(),
    completedAt: new Date(run.tools.now()).toISOString(),
    totalElapsedMs: Math.max(0, run.tools.monotonic() - start),
  };
}
