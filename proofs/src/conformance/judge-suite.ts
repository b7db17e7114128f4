import type { ExpectedShortfall } from "./expected-shortfalls.ts";
import type { SuiteCheck, SuiteResults } from "./run-suite.ts";

/** What became of one scenario that a revision requires. */
export interface ScenarioVerdict {
  readonly scenario: string;
  /** As the suite counts: no check failed, and there was one. */
  readonly isPassed: boolean;
  readonly succeeded: number;
  /** Checks that are no success, with the reason where one was expected. */
  readonly shortfalls: readonly { readonly check: SuiteCheck; readonly reason: string | null }[];
}

export interface Judgement {
  readonly scenarios: readonly ScenarioVerdict[];
  /** Expected and not met. */
  readonly stale: readonly ExpectedShortfall[];
  /** Nothing fell short but what was expected, and everything that was expected did. */
  readonly isSound: boolean;
}

/** Holds the results of one revision against what it requires, and against what is expected of it. */
export function judgeSuite(
  required: readonly string[],
  results: SuiteResults,
  expected: readonly ExpectedShortfall[],
): Judgement {
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
