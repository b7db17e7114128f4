import { describe, expect, it } from "vitest";
import type { ExpectedShortfall } from "./expected-shortfalls.ts";
import { evaluateSuite } from "./evaluate-suite.ts";
import type { SuiteCheck } from "./run-suite.ts";

const check = (id: string, status: SuiteCheck["status"]): SuiteCheck => ({ id, status });
const results = (...checks: SuiteCheck[]) => new Map([["ping", checks]]);
const entry: ExpectedShortfall = {
  revision: "2025-11-25",
  scenario: "ping",
  check: "pong",
  status: "FAILURE",
  reason: "There is a reason.",
};

describe("the result of the conformance suite", () => {
  it("accepts a scenario only if its checks succeed", () => {
    const plain = results(check("pong", "SUCCESS"), check("note", "INFO"));
    expect(evaluateSuite(["ping"], plain, [])).toMatchObject({
      isSound: true,
      scenarios: [{ isPassed: true, succeeded: 1 }],
    });
    for (const status of ["FAILURE", "WARNING", "SKIPPED"] as const) {
      const evaluation = evaluateSuite(["ping"], results(check("pong", status)), []);
      expect(evaluation.isSound).toBe(false);
      expect(evaluation.scenarios[0]?.isPassed).toBe(status !== "FAILURE");
    }
  });

  it("reports a scenario that did not run, and a missing list of requirements", () => {
    expect(evaluateSuite(["ping"], new Map(), []).isSound).toBe(false);
    expect(evaluateSuite(["ping"], results(), []).isSound).toBe(false);
    expect(evaluateSuite([], new Map(), []).isSound).toBe(false);
  });

  it("accepts expected failures of exactly the expected checks", () => {
    const missed = results(check("pong", "FAILURE"));
    expect(evaluateSuite(["ping"], missed, [entry])).toMatchObject({
      isSound: true,
      scenarios: [{ isPassed: false, shortfalls: [{ reason: entry.reason }] }],
    });
    const more = results(check("pong", "FAILURE"), check("other", "FAILURE"));
    expect(evaluateSuite(["ping"], more, [entry]).isSound).toBe(false);
    expect(evaluateSuite(["ping"], results(check("pong", "WARNING")), [entry]).isSound).toBe(false);
  });

  it("refuses an expected failure that no longer occurs", () => {
    const evaluation = evaluateSuite(["ping"], results(check("pong", "SUCCESS")), [entry]);
    expect(evaluation).toMatchObject({ isSound: false, stale: [entry] });
  });
});
