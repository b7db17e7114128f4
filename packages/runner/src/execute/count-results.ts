import type { CaseResult, RunCounts, RunOutcome } from "@lintel/contract/shapes/test-run";

/** Counts the results of a run as they arrive. */
export interface ResultCounter {
  readonly counts: RunCounts;
  /** Cases of the test phase that passed. */
  readonly passedInTests: number;
  add(result: CaseResult): void;
}

const fields = {
  passed: "passedTests",
  failed: "failedTests",
  error: "erroredTests",
  blocked: "blockedTests",
  skipped: "skippedTests",
} as const satisfies Record<CaseResult["verdict"], keyof RunCounts>;

export function countResults(): ResultCounter {
  const counts: RunCounts = {
    totalTests: 0,
    passedTests: 0,
    failedTests: 0,
    erroredTests: 0,
    blockedTests: 0,
    skippedTests: 0,
  };
  let passedInTests = 0;
  return {
    counts,
    get passedInTests() {
      return passedInTests;
    },
    add(result) {
      counts.totalTests += 1;
      counts[fields[result.verdict]] += 1;
      if (result.phase === "test" && result.verdict === "passed") passedInTests += 1;
    },
  };
}

/** The outcome of a run. A cancelled run has not passed, even if its cases passed. */
export function evaluateRun(
  counter: ResultCounter,
  ended: { readonly isCancelled: boolean; readonly isBroken: boolean },
): { outcome: RunOutcome; allPassed: boolean } {
  const { erroredTests, failedTests } = counter.counts;
  const outcome = (): RunOutcome => {
    if (ended.isCancelled) return "cancelled";
    if (ended.isBroken || erroredTests > 0) return "error";
    if (failedTests > 0) return "failed";
    return counter.passedInTests > 0 ? "passed" : "blocked";
  };
  const decided = outcome();
  return { outcome: decided, allPassed: decided === "passed" };
}
