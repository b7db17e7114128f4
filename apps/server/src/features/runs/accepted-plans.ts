import type { RunPlan } from "@lintel/runner/plan/plan.types";

/**
 * Plans of runs that this process accepted and has not begun, by job. Most runs begin a moment
 * later in the process that accepted them. Planning them again would cost half as much as running
 * them.
 */
export interface AcceptedPlans {
  keep(jobId: string, plan: RunPlan): void;
  /** Removes and returns the plan, or returns undefined if another process accepted the run. */
  take(jobId: string): RunPlan | undefined;
}

/** A plan can have 2,000 cases and contains secrets, so only a few are kept for a short time. */
const maxPlans = 16;
const keepMs = 30_000;

export function createAcceptedPlans(): AcceptedPlans {
  const plans = new Map<string, RunPlan>();
  return {
    keep(jobId, plan) {
      plans.set(jobId, plan);
      const [oldest] = plans.keys();
      if (plans.size > maxPlans && oldest !== undefined) plans.delete(oldest);
      setTimeout(() => plans.delete(jobId), keepMs).unref();
    },
    take(jobId) {
      const plan = plans.get(jobId);
      plans.delete(jobId);
      return plan;
    },
  };
}
