import { describe, expect, it } from "vitest";
import type { ExpectedShortfall } from "./expected-shortfalls.ts";
import { judgeSuite } from "./judge-suite.ts";
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
    expect(judgeSuite(["ping"], plain, [])).toMatchObject({
      isSound: true,
      scenarios: [{ isPassed: true, succeeded: 1 }],
    });
    for (const status of ["FAILURE", "WARNING", "SKIPPED"] as const) {
      const judged = judgeSuite(["ping"], results(check("pong", status)), []);
      expect(judged.isSound).toBe(false);
      expect(judged.scenarios[0]?.isPassed).toBe(status !== "FAILURE");
    }
  });

  it("reports a scenario that did not run, and a missing list of requirements", () => {
    expect(judgeSuite(["ping"], new Map(), []).isSound).toBe(false);
    expect(judgeSuite(["ping"], results(), []).isSound).toBe(false);
    expect(judgeSuite([], new Map(), []).isSound).toBe(false);
  });

  it("accepts expected failures of exactly the expected checks", () => {
    const missed = results(check("pong", "FAILURE"));
    expect(judgeSuite(["ping"], missed, [entry])).toMatchObject({
      isSound: true,
      scenarios: [{ isPassed: false, shortfalls: [{ reason: entry.reason }] }],
    });
    const more = results(check("pong", "FAILURE"), check("other", "FAILURE"));
    expect(judgeSuite(["ping"], more, [entry]).isSound).toBe(false);
    expect(judgeSuite(["ping"], results(check("pong", "WARNING")), [entry]).isSound).toBe(false);
  });

  it("refuses an expected failure that no longer occurs", () => {
    const judged = judgeSuite(["ping"], results(check("pong", "SUCCESS")), [entry]);
    expect(judged).toMatchObject({ isSound: false, stale: [entry] });
  });
});
