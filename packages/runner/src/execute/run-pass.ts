import type { CaseResult } from "@lintel/contract/shapes/test-run";
import type { PlannedCase } from "../plan/plan.types.ts";
import { type CaseEnd, describeCase, describeEnding, inheritEnd } from "./explain-end.ts";
import { makeResult } from "./make-result.ts";
import { endBefore, runCase } from "./run-case.ts";
import { type Pass, type Run, signalFor, startPass } from "./run-state.ts";

const skip = (reason: string): CaseEnd => ({ verdict: "skipped", message: `skipped: ${reason}` });

/** What prevents a set-up or test case from running, apart from its own dependencies. */
function findPassEnd(run: Run, pass: Pass): CaseEnd | null {
  if (run.signals.tests.aborted) return skip(describeEnding(run));
  if (pass.stoppedBy !== null)
    return skip(`${pass.stoppedBy} and the run stops at the first error`);
  return pass.setUpProblem;
}

function findDependencyEnd(run: Run, pass: Pass, planned: PlannedCase): CaseEnd | null {
  if (planned.skipReason !== null) return skip(planned.skipReason);
  const ends = planned.dependencies.flatMap((place) => {
    const verdict = pass.verdicts[place] ?? "skipped";
    return verdict === "passed" ? [] : [inheritEnd(run.plan.cases[place], verdict)];
  });
  return ends.find((end) => end.verdict === "blocked") ?? ends[0] ?? null;
}

/** Tear-down always runs, until the time that a cancelled run allows for it is over. */
function findEnd(run: Run, pass: Pass, planned: PlannedCase): CaseEnd | null {
  if (planned.phase !== "tearDown") {
    return findPassEnd(run, pass) ?? findDependencyEnd(run, pass, planned);
  }
  if (run.signals.tearDown.aborted)
    return skip("the run was cancelled and the time for its tear-down is over");
  return findDependencyEnd(run, pass, planned);
}

function noteSetUp(pass: Pass, planned: PlannedCase, { verdict }: CaseResult): void {
  if (planned.phase !== "setUp" || pass.setUpProblem !== null) return;
  const what = `set-up ${describeCase(planned, verdict)}`;
  if (verdict === "failed" || verdict === "error") {
    pass.setUpProblem = { verdict: "skipped", message: `skipped: ${what}` };
  } else if (verdict === "blocked") {
    pass.setUpProblem = { verdict: "blocked", message: `blocked: ${what}` };
  }
}

function noteError(run: Run, pass: Pass, planned: PlannedCase, { verdict }: CaseResult): void {
  const { onError } = run.plan;
  if (onError === "ignore" || (verdict !== "failed" && verdict !== "error")) return;
  const what = describeCase(planned, verdict);
  pass.stoppedBy ??= what;
  run.ending ??= `${what} and the run ${onError === "stop" ? "stops" : "ends"} at the first error`;
  if (onError === "abort") run.signals.endTests();
}

/** If the caller cannot store a result, the run ends: its record must be complete. */
async function report(run: Run, result: CaseResult): Promise<void> {
  run.counter.add(result);
  try {
    const taken = run.tools.onResult(result);
    if (taken !== undefined) await taken;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    run.failure ??= `A result could not be stored: ${why}`;
    run.ending ??= "a result could not be stored";
    run.signals.endTests();
  }
}

async function runPlannedCase(run: Run, pass: Pass, planned: PlannedCase): Promise<CaseResult> {
  const { now, monotonic } = run.tools;
  const [startedAt, start] = [now(), monotonic()];
  const end = findEnd(run, pass, planned);
  const outcome =
    end === null
      ? await runCase({ run, pass, planned, signal: signalFor(run, planned) })
      : endBefore(end);
  return makeResult(run, pass, planned, outcome, { startedAt, elapsedMs: monotonic() - start });
}

/** Runs all cases once, in stored order. Answers what they extracted and how they ended. */
export async function runPass(run: Run, index: number): Promise<Pass> {
  const pass = startPass(run.plan, index);
  for (const planned of run.plan.cases) {
    const result = await runPlannedCase(run, pass, planned);
    pass.verdicts.push(result.verdict);
    noteSetUp(pass, planned, result);
    noteError(run, pass, planned, result);
    await report(run, result);
  }
  return pass;
}
