import type { CaseResult } from "@lintel/contract/shapes/test-run";
import { openEgress } from "@lintel/egress/testing/open-egress";
import { executeRun } from "../execute/execute-run.ts";
import type { RunReportCore, RunTools } from "../execute/execution.types.ts";
import { planRun } from "../plan/plan-run.ts";
import type { PlannedSuite, RunEnvironment, RunOptions, RunPlan } from "../plan/plan.types.ts";
import type { PlanProblem } from "../problems/plan-problem.ts";
import { makeOptions } from "./factories.ts";

/** The plan of a suite without problems. */
export function planOrFail(
  suite: PlannedSuite,
  environment: RunEnvironment | null,
  options: Partial<RunOptions> = {},
): RunPlan {
  const plan = planRun({ suite, environment, options: makeOptions(options) });
  if ("problems" in plan) throw new Error(JSON.stringify(plan.problems, null, 2));
  return plan;
}

/** The problems of a suite that cannot be run. */
export function findProblems(
  suite: PlannedSuite,
  environment: RunEnvironment | null,
  options: Partial<RunOptions> = {},
): readonly PlanProblem[] {
  const plan = planRun({ suite, environment, options: makeOptions(options) });
  return "problems" in plan ? plan.problems : [];
}

export interface FinishedRun {
  readonly core: RunReportCore;
  readonly results: readonly CaseResult[];
  /** The only, or the first, result of a case. */
  find(name: string): CaseResult;
  /** `name verdict` of each result, in the order of the calls. */
  readonly verdicts: readonly string[];
}

/** Runs a suite over the loopback interface with the real client. */
export async function runSuite(
  suite: PlannedSuite,
  environment: RunEnvironment | null,
  options: Partial<RunOptions> = {},
  tools: Partial<RunTools> = {},
): Promise<FinishedRun> {
  await using egress = openEgress("127.0.0.1:*");
  const results: CaseResult[] = [];
  const plan = planOrFail(suite, environment, options);
  const { onResult, ...rest } = tools;
  const core = await executeRun(plan, {
    egress,
    now: Date.now,
    monotonic: () => performance.now(),
    randomUuid: () => crypto.randomUUID(),
    random: Math.random,
    signal: new AbortController().signal,
    onResult: (result) => {
      results.push(result);
      return onResult?.(result);
    },
    ...rest,
  });
  return {
    core,
    results,
    verdicts: results.map((result) => `${result.name} ${result.verdict}`),
    find(name) {
      const found = results.find((result) => result.name === name);
      if (found === undefined) throw new Error(`no result of ${name}`);
      return found;
    },
  };
}
