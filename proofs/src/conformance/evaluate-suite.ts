import type { ExpectedShortfall } from "./expected-shortfalls.ts";
import type { SuiteCheck, SuiteResults } from "./run-suite.ts";

/** The result of one scenario that a revision requires. */
export interface ScenarioVerdict {
  readonly scenario: string;
  /** By the rule of the suite: it has checks, and none failed. */
  readonly isPassed: boolean;
  readonly succeeded: number;
  /** Checks that did not succeed, with the reason if this was expected. */
  readonly shortfalls: readonly { readonly check: SuiteCheck; readonly reason: string | null }[];
}

export interface SuiteEvaluation {
  readonly scenarios: readonly ScenarioVerdict[];
  /** Expected failures that did not occur. */
  readonly stale: readonly ExpectedShortfall[];
  /** Exactly the expected checks failed. */
  readonly isSound: boolean;
}

/** Compares the results of one revision with its requirements and its expected failures. */
export function evaluateSuite(
  required: readonly string[],
  results: SuiteResults,
  expected: readonly ExpectedShortfall[],
): SuiteEvaluation {
  const met = new Set<ExpectedShortfall>();
  const scenarios = required.map((scenario) => {
    const checks = results.get(scenario) ?? [];
    const shortfalls = checks.filter(fallsShort).map((check) => {
      const entry = expected.find(
        (one) => one.scenario === scenario && one.check === check.id && one.status === check.status,
      );
      if (entry !== undefined) met.add(entry);
      return { check, reason: entry?.reason ?? null };
    });
    const isFailed = checks.some(({ status }) => status === "FAILURE");
    const succeeded = checks.filter(({ status }) => status === "SUCCESS").length;
    return { scenario, isPassed: checks.length > 0 && !isFailed, succeeded, shortfalls };
  });
  const stale = expected.filter((entry) => !met.has(entry));
  const isSound = scenarios.every(
    ({ isPassed, shortfalls }) =>
      (isPassed || shortfalls.length > 0) && shortfalls.every(({ reason }) => reason !== null),
  );
  return { scenarios, stale, isSound: isSound && stale.length === 0 && required.length > 0 };
}

function fallsShort({ status }: SuiteCheck): boolean {
  return status !== "SUCCESS" && status !== "INFO";
}
