import { reportFormats } from "@lintel/contract/shapes/test-names.generated";
import { verdicts } from "@lintel/contract/shapes/test-run";
import type { CaseResult, RunReport } from "@lintel/contract/shapes/test-run";
import fc from "fast-check";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, it } from "vitest";
import { makeCaseResult, makeReport } from "../testing/factories.ts";
import { validateJunit } from "../testing/validate-junit.ts";
import { reportTable } from "./report-table.generated.ts";

const hostile = `<script>alert(1)</script><img src=x onerror="a()">"'&]]>--> \u0000\u0007\u001b\ud800\uffff é😀 </style></title>`;

const exchange: CaseResult["exchange"] = {
  request: {
    method: "POST",
    url: `https://a.example/?q=${hostile}`,
    headers: { [hostile]: hostile },
    body: hostile,
  },
  response: { status: 500, headers: { "x-a": hostile }, body: hostile, sizeBytes: 7 },
};

function makeHostileReport(): RunReport {
  const results = verdicts.map((verdict, at) =>
    makeCaseResult(`${hostile} ${at}`, {
      path: `shop/${hostile}`,
      verdict,
      message: `${hostile}\nsecond line\r\n\ttabbed`,
      tags: [hostile],
      attempts: 2,
      extracted: { [hostile]: hostile },
      exchange,
      assertions: [
        {
          label: hostile,
          operator: "equals",
          expected: hostile,
          actual: { [hostile]: hostile },
          isPassed: false,
          message: hostile,
        },
      ],
    }),
  );
  return makeReport(results, {
    suiteName: hostile,
    suitePath: `shop/${hostile}`,
    environmentName: hostile,
    message: hostile,
    outcome: "failed",
    allPassed: false,
  });
}

const junit = (report: RunReport) => reportTable.junit.render(report);

/** All values that an XPath gives for a JUnit report. */
function query(report: RunReport, xpath: string): string[] {
  using document = XmlDocument.fromString(junit(report));
  return document.find(xpath).map((node) => node.content);
}

describe("reports", () => {
  it("exist for every format, with a description", () => {
    expect(Object.keys(reportTable).sort()).toEqual([...reportFormats].sort());
    expect(Object.values(reportTable).map(({ format, mediaType }) => [format, mediaType])).toEqual([
      ["junit", "application/xml"],
      ["json", "application/json"],
      ["html", "text/html; charset=utf-8"],
    ]);
    for (const report of Object.values(reportTable)) expect(report.summary).toMatch(/\.$/);
  });

  it("contain the whole run as JSON", () => {
    const report = makeReport([makeCaseResult("a")]);
    expect(JSON.parse(reportTable.json.render(report))).toEqual(report);
  });
});

describe("the JUnit report", () => {
  it("is valid against the project's schema, and Jenkins' if the corpus is present", () => {
    const text = fc.string({ unit: "binary" });
    const result = fc
      .record({
        verdict: fc.constantFrom(...verdicts),
        message: fc.option(text),
        phase: fc.constantFrom("setUp" as const, "test" as const, "tearDown" as const),
        attempts: fc.nat(3),
        iteration: fc.integer({ min: 1, max: 3 }),
        row: fc.option(fc.integer({ min: 1, max: 2 })),
        elapsedMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
      })
      .chain((more) => text.map((name) => makeCaseResult(name, more)));
    validateJunit(junit(makeHostileReport()));
    fc.assert(
      fc.property(fc.array(result, { maxLength: 6 }), text, (results, name) => {
        validateJunit(
          junit(makeReport(results, { suiteName: name, suitePath: name, message: name })),
        );
      }),
    );
  });

  it("is refused by the schema if a verdict has no message", () => {
    const report = junit(makeReport([makeCaseResult("read", { verdict: "failed" })]));
    expect(() => validateJunit(report.replace(/<failure[^>]*>/, "<failure>"))).toThrow();
  });

  it("has one testcase per case, under the suite's path in every environment", () => {
    const results = [
      makeCaseResult("log in", { phase: "setUp" }),
      makeCaseResult("read"),
      makeCaseResult("clean", { phase: "tearDown" }),
    ];
    const report = makeReport(results);
    expect(query(report, "//testcase/@name")).toEqual([
      "Set-up: log in",
      "read",
      "Tear-down: clean",
    ]);
    expect(new Set(query(report, "//testcase/@classname"))).toEqual(new Set(["shop/api/Orders"]));
    expect(query(report, "//testcase/@time")).toEqual(["0.013", "0.013", "0.013"]);
    expect(query({ ...report, environmentName: "production" }, "//testcase/@classname")).toEqual(
      query(report, "//testcase/@classname"),
    );
  });

  it("distinguishes failures, errors, blocked, skipped and flaky cases", () => {
    const report = makeReport([
      makeCaseResult("failed", {
        verdict: "failed",
        message: "1 of 1",
        exchange,
        assertions: [
          {
            label: "status",
            operator: "equals",
            expected: 1,
            actual: 2,
            isPassed: false,
            message: "expected status to equal 1, got 2",
          },
        ],
      }),
      makeCaseResult("error", { verdict: "error", message: "no answer" }),
      makeCaseResult("blocked", {
        verdict: "blocked",
        message: "blocked: read-only environment",
        attempts: 0,
      }),
      makeCaseResult("also blocked", {
        verdict: "blocked",
        message: 'blocked: "a" was blocked',
        attempts: 0,
      }),
      makeCaseResult("skipped", { verdict: "skipped", message: "skipped: why", attempts: 0 }),
      makeCaseResult("flaky", { attempts: 3, message: "passed on attempt 3; before: x" }),
      makeCaseResult("waited", { attempts: 4 }),
    ]);
    const xml = junit(report);
    expect(xml).toContain('<skipped message="blocked: read-only environment"/></testcase>');
    expect(query(report, "//skipped/@message")).toEqual([
      "blocked: read-only environment",
      "blocked: read-only environment",
      "skipped: why",
    ]);
    expect(query(report, "//failure/@message")).toEqual(["1 of 1"]);
    expect(query(report, "//failure")[0]).toMatch(
      /expected status to equal 1, got 2[^]*POST https/,
    );
    expect(query(report, "//error/@message")).toEqual(["no answer"]);
    expect(query(report, "//flakyFailure/@message")).toEqual(["passed on attempt 3; before: x"]);
    expect(
      query(
        report,
        "//testsuite/@*[name()='tests' or name()='failures' or name()='errors' or name()='skipped']",
      ),
    ).toEqual(["7", "1", "1", "3"]);
  });

  it("has a suite for each pass and a name for each case of it", () => {
    const results = [2, 1].flatMap((iteration) =>
      [2, 1].map((row) => makeCaseResult("a", { iteration, row })),
    );
    expect(query(makeReport(results), "//testsuite/@name")).toEqual([
      "shop/api/Orders (iteration 1, row 1)",
      "shop/api/Orders (iteration 1, row 2)",
      "shop/api/Orders (iteration 2, row 1)",
      "shop/api/Orders (iteration 2, row 2)",
    ]);
    expect(new Set(query(makeReport(results), "//testcase/@name")).size).toBe(4);
  });

  it("is not successful for a run that ended early", () => {
    const cancelled = makeReport([makeCaseResult("a")], {
      outcome: "cancelled",
      message: "The run was cancelled.",
    });
    expect(query(cancelled, "//error/@message")).toEqual(["The run was cancelled."]);
    const broken = makeReport([], { outcome: "error", message: "No database." });
    expect(query(broken, "//testsuites/@errors")).toEqual(["1"]);
  });

  it("counts what ran in an interrupted run, not what was planned", () => {
    const interrupted = makeReport([makeCaseResult("a")], {
      outcome: "error",
      message: "The server stopped.",
      totalTests: 40,
    });
    expect(query(interrupted, "//testsuites/@tests | //testsuite/@tests")).toEqual(["2", "2"]);
    expect(query(interrupted, "//testcase/@name")).toEqual(["a", "Run"]);
  });

  it("keeps line breaks and drops characters that XML does not allow", () => {
    const report = makeHostileReport();
    expect(query(report, "//failure/@message")[0]).toContain("\nsecond line\r\n\ttabbed");
    expect(junit(report)).not.toMatch(/(?![\t\n\r])\p{Cc}/u);
  });
});

describe("the HTML report", () => {
  const render = (report: RunReport) => reportTable.html.render(report);

  it("escapes all content of names, headers and bodies", () => {
    const page = render(makeHostileReport());
    expect(page).not.toMatch(/<script|<img|\son\w+\s*=\s*["']/i);
    expect(page.match(/<\/style>/g)?.length).toBe(1);
    expect(page.match(/<\/title><style|<\/title>\n<style/g)?.length).toBe(1);
    using document = XmlDocument.fromString(
      `<r>${
        /<main>[^]*<\/main>/
          .exec(page)?.[0]
          .replaceAll(/<details([^>]*) open>/g, "<details$1>")
          .replaceAll(/<input([^>]*) (?:checked|disabled)>/g, "<input$1/>") ?? ""
      }</r>`,
    );
    expect(document.find("//details").length).toBe(verdicts.length);
  });

  it("loads nothing and runs nothing", () => {
    const page = render(makeReport([makeCaseResult("a", { exchange: null })]));
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<link|<iframe|@import|url\(|\ssrc=|\sstyle=/i);
  });

  it("opens the cases that failed and closes the others", () => {
    const page = render(makeHostileReport());
    expect(page.match(/<details class="case (\w+) \w+" open>/g)?.length).toBe(2);
    expect(page.match(/<details class="case (?:passed|blocked|skipped) \w+">/g)?.length).toBe(3);
  });

  it("shows the failures of a very long run and reports what it omits", () => {
    const many = Array.from({ length: 5000 }, (_, at) =>
      makeCaseResult(`case ${at}`, {
        iteration: at + 1,
        verdict: at === 4999 ? "failed" : "passed",
      }),
    );
    const page = render(makeReport(many));
    expect(page).toContain("case 4999");
    expect(page).toContain("3000 more cases");
    expect(page.length).toBeLessThan(3_000_000);
  });
});
