import { describe, expect, it } from "vitest";
import type { CliRunStatus } from "@lintel/contract/operations/run";
import type { AssertionResult, CaseResult, RunReport } from "@lintel/contract/shapes/test-run";
import { colourPaint, plainPaint } from "../output/paint.ts";
import { measureText } from "../output/text-width.ts";
import { ids, makeStatus } from "../testing/hostile-service.ts";
import { chooseExit } from "./choose-exit.ts";
import { renderCases } from "./render-run.ts";
import { renderVerdict } from "./render-verdict.ts";
import { renderBar } from "./show-progress.ts";

const result = (changes: Partial<CaseResult>): CaseResult => ({
  caseId: ids.case,
  name: "A case",
  path: "Smoke",
  phase: "test",
  tags: [],
  iteration: 1,
  row: null,
  verdict: "passed",
  message: null,
  attempts: 1,
  startedAt: "2026-01-01T00:00:00.000Z",
  elapsedMs: 12,
  assertions: [],
  extracted: {},
  exchange: null,
  ...changes,
});

const assertion = (changes: Partial<AssertionResult>): AssertionResult => ({
  label: "status",
  operator: "equals",
  expected: 200,
  actual: 500,
  isPassed: false,
  message: null,
  ...changes,
});

const report = (results: CaseResult[], iterations = 1): RunReport =>
  ({ iterations, results }) as unknown as RunReport;

const plain = { paint: plainPaint, isQuiet: false, isVerbose: false };

describe("the cases of a run", () => {
  it("are one line each, with failed assertions below", () => {
    const lines = renderCases(
      report([
        result({ name: "Log in", phase: "setUp" }),
        result({
          name: "List",
          verdict: "failed",
          elapsedMs: 1234,
          attempts: 3,
          assertions: [
            assertion({ isPassed: true }),
            assertion({}),
            assertion({
              operator: "greaterOrEqual",
              label: "jsonPath $.n",
              expected: 5,
              actual: "x",
            }),
            assertion({ message: "expected header a to exist, got nothing" }),
          ],
        }),
        result({ name: "Save", verdict: "blocked", message: "read-only environment" }),
        result({ name: "Drop", verdict: "error", message: "the host is unknown\nreally" }),
        result({ name: "Later", verdict: "skipped", message: "Drop did not pass" }),
      ]),
      plain,
    );
    expect(lines).toEqual([
      "  ✓ passed   Log in (set-up)  12 ms",
      "  ✗ failed   List             1.2 s, 3 attempts",
      "      expected status equals 200, got 500",
      '      expected jsonPath $.n greater or equal 5, got "x"',
      "      expected header a to exist, got nothing",
      "  ⊘ blocked  Save             12 ms",
      "      read-only environment",
      "  ! error    Drop             12 ms",
      "      the host is unknown\\nreally",
      "  - skipped  Later            12 ms",
      "      Drop did not pass",
    ]);
  });

  const exchange = {
    request: {
      method: "POST",
      url: "https://api.test/it's?q=1",
      headers: { Host: "api.test", "x-key": "••••" },
      body: '{"a":1}',
    },
    response: {
      status: 500,
      headers: { "content-type": "text/plain" },
      body: `first\n\u001b[31m${"x".repeat(300)}`,
      sizeBytes: 7,
    },
  };

  it("show method, address, status and the beginning of the body if they did not pass", () => {
    const lines = renderCases(
      report([
        result({ exchange }),
        result({ verdict: "failed", exchange }),
        result({ verdict: "error", exchange: { ...exchange, response: null } }),
      ]),
      plain,
    );
    expect(lines).toEqual([
      "  ✓ passed   A case  12 ms",
      "  ✗ failed   A case  12 ms",
      "      POST https://api.test/it's?q=1 → 500",
      `      first \\u{1b}[31m${"x".repeat(189)}…`,
      "  ! error    A case  12 ms",
      "      POST https://api.test/it's?q=1 → no response",
    ]);
  });

  it("show everything with --verbose, and how to repeat the request", () => {
    const lines = renderCases(report([result({ exchange })]), { ...plain, isVerbose: true });
    expect(lines.slice(1, 6)).toEqual([
      "      > POST https://api.test/it's?q=1",
      "      > Host: api.test",
      "      > x-key: ••••",
      "      >",
      '      > {"a":1}',
    ]);
    expect(lines.at(-1)).toBe(
      "      curl --include --request 'POST' 'https://api.test/it'\\''s?q=1' --header 'x-key: ••••' --data-raw '{\"a\":1}'",
    );
  });

  it("include the pass and the row if there are several", () => {
    const lines = renderCases(report([result({ iteration: 2, row: 3 })], 4), plain);
    expect(lines).toEqual(["  ✓ passed   A case #2 [row 3]  12 ms"]);
  });

  it("are only those that did not pass with --quiet", () => {
    const mixed = report([result({}), result({ name: "Bad", verdict: "failed", message: "no" })]);
    expect(renderCases(mixed, { ...plain, isQuiet: true })).toEqual([
      "  ✗ failed   Bad  12 ms",
      "      no",
    ]);
  });

  it("are limited if there are very many, and the rest is counted", () => {
    const many = Array.from({ length: 1000 }, (_, at) =>
      result({ name: `c${at}`, verdict: at < 150 ? "failed" : "passed" }),
    );
    const lines = renderCases(report(many), plain);
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe("  … and 900 more cases");
  });

  it("have no control characters in their names", () => {
    const [line] = renderCases(report([result({ name: "\u001b]0;pwned\u0007" })]), plain);
    expect(line).not.toContain("\u001b");
  });
});

describe("the verdict", () => {
  const status = (changes: Record<string, unknown> = {}) =>
    makeStatus("r", changes) as CliRunStatus;

  it.each([
    [{}, false, "passed"],
    [{ blockedCases: 1 }, false, "passed"],
    [{ blockedCases: 1 }, true, "failed"],
    [{ outcome: "failed", allPassed: false }, false, "failed"],
    [{ outcome: "error", allPassed: false }, false, "failed"],
    [{ outcome: "error", allPassed: true }, false, "failed"],
    [{ outcome: "blocked", allPassed: false }, false, "failed"],
    [{ outcome: "cancelled", allPassed: false }, false, "incomplete"],
    [{ outcome: "error", allPassed: false, isInterrupted: true }, false, "incomplete"],
    [{ outcome: null, allPassed: null }, false, "failed"],
  ] as const)("of %j (blocked counts: %s) is %s", (changes, failsOnBlocked, exit) => {
    const one = status(changes);
    expect(chooseExit({ ...one, blocked: one.blockedCases }, failsOnBlocked)).toBe(exit);
  });

  it("shows counts above zero, and why a blocked case failed it", () => {
    const one = status({ totalCases: 4, passedCases: 3, blockedCases: 1, currentDurationMs: 2500 });
    expect(renderVerdict(one, "passed", plainPaint)).toEqual([
      "3 passed, 1 blocked of 4 in 2.5 s",
      "Passed",
    ]);
    expect(renderVerdict(one, "failed", plainPaint)[1]).toContain("--fail-on-blocked");
    const none = status({ totalCases: 0, passedCases: 0, outcome: "cancelled" });
    expect(renderVerdict(none, "incomplete", plainPaint)).toEqual([
      "no case ran of 0 in 13 ms",
      "Cancelled",
    ]);
  });
});

describe("the bar", () => {
  const half = makeStatus("r", {
    totalCases: 10,
    completedCases: 5,
    failedCases: 1,
  }) as CliRunStatus;

  it("is as long as the finished share", () => {
    expect(renderBar(half, 1500, 80, plainPaint)).toBe(
      `${"█".repeat(15)}${"░".repeat(15)} 5/10 cases, 1 failed, 1.5 s`,
    );
  });

  it("never exceeds the width of the terminal", () => {
    for (let columns = 1; columns < 120; columns += 1) {
      expect(measureText(renderBar(half, 61_000, columns, plainPaint))).toBeLessThanOrEqual(
        columns,
      );
    }
  });

  it("is omitted in favour of the figures in a narrow terminal", () => {
    expect(renderBar(half, 1500, 30, plainPaint)).toBe("5/10 cases, 1 failed, 1.5 s");
  });

  it("is red once something failed", () => {
    expect(renderBar(half, 0, 80, colourPaint)).toContain("\u001b[31m█");
  });

  it("is shown for a run whose cases are not counted yet", () => {
    const none = makeStatus("r", { totalCases: 0, completedCases: 0 }) as CliRunStatus;
    expect(renderBar(none, 0, 80, plainPaint)).toContain("0/0 cases");
  });
});
