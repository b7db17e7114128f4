import { createHash } from "node:crypto";
import type { CaseResult, RunReport } from "@lintel/contract/shapes/test-run";
import type { PlannedSuite, RunEnvironment, RunOptions, SuiteCase } from "../plan/plan.types.ts";

/** An id that is derived from a name, so that tests can refer to it. */
export function idOf(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A case that requests a path, unless overridden. */
export function makeCase(name: string, more: Partial<SuiteCase> = {}): SuiteCase {
  return { id: idOf(name), name, request: { method: "GET", url: "/" }, ...more };
}

export function makeSuite(cases: SuiteCase[], more: Partial<PlannedSuite> = {}): PlannedSuite {
  return { name: "Orders", folder: "shop/api", cases, ...more };
}

export function makeEnvironment(
  baseUrl: string,
  more: Partial<RunEnvironment> = {},
): RunEnvironment {
  return {
    id: idOf("environment"),
    name: "staging",
    baseUrl,
    variables: [],
    isReadOnly: false,
    secretOrigins: [],
    oauthTokenUrl: null,
    ...more,
  };
}

export function makeOptions(more: Partial<RunOptions> = {}): RunOptions {
  return { iterations: 1, threads: 1, delayMs: 0, onError: "ignore", ...more };
}

export function makeCaseResult(name: string, more: Partial<CaseResult> = {}): CaseResult {
  return {
    caseId: idOf(name),
    name,
    path: "shop/api/Orders",
    phase: "test",
    tags: [],
    iteration: 1,
    row: null,
    verdict: "passed",
    message: null,
    attempts: 1,
    startedAt: "2026-01-02T03:04:05.000Z",
    elapsedMs: 12.5,
    assertions: [],
    extracted: {},
    exchange: null,
    ...more,
  };
}

export function makeReport(results: CaseResult[], more: Partial<RunReport> = {}): RunReport {
  const count = (verdict: string) => results.filter((one) => one.verdict === verdict).length;
  return {
    testRunId: idOf("run"),
    suiteName: "Orders",
    suitePath: "shop/api/Orders",
    environmentName: "staging",
    outcome: "passed",
    allPassed: true,
    message: null,
    iterations: 1,
    startedAt: "2026-01-02T03:04:05.000Z",
    completedAt: "2026-01-02T03:04:06.000Z",
    totalElapsedMs: 1000,
    totalTests: results.length,
    passedTests: count("passed"),
    failedTests: count("failed"),
    erroredTests: count("error"),
    blockedTests: count("blocked"),
    skippedTests: count("skipped"),
    results,
    ...more,
  };
}
