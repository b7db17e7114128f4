import { describe, expect, it } from "vitest";
import { describeGap } from "./describe-gap.ts";
import { scanReports } from "./report-list.generated.ts";
import type { ReportedFinding, ReportedScan } from "./report.types.ts";

const context = {
  title: "Shop",
  baseUrl: "https://api.example.com",
  version: "1.0.0",
  writtenAt: "2026-11-23T10:00:00.000Z",
};

const check = (state: "passed" | "skipped" | "cut", operation = "GET /a") => ({
  scannerId: "page-size",
  operation,
  state,
  reason: null,
});

const scan = (more: Partial<ReportedScan> = {}): ReportedScan => ({
  status: "completed",
  errorMessage: null,
  findings: [],
  checks: [check("passed"), check("skipped", "GET /b")],
  access: [{ identity: "alice", operation: "GET /a", isAllowed: true }],
  ...more,
});

const refused = { identity: "alice", operation: "GET /a", isAllowed: false };
const gaps: readonly (readonly [string, ReportedScan])[] = [
  ["The scan failed: It is gone.", scan({ status: "failed", errorMessage: "It is gone." })],
  [
    "The scan was interrupted. Checks that were not done: 1.",
    scan({ status: "cancelled", checks: [check("cut")] }),
  ],
  [
    "The time budget ended. Checks that were not done: 1.",
    scan({ checks: [check("passed"), check("cut")] }),
  ],
  ["No check could be done.", scan({ checks: [check("skipped")] })],
  [
    "No operation that needs a credential works for alice: check the credential.",
    scan({ access: [refused] }),
  ],
];

function write(format: string, reported: ReportedScan): string {
  const report = scanReports.find((one) => one.format === format);
  if (report === undefined) throw new Error(`There is no report ${format}.`);
  return report.render(reported, context);
}

interface Sarif {
  readonly runs: readonly {
    readonly invocations?: readonly { readonly executionSuccessful: boolean }[];
  }[];
}
const invocationOf = (format: string, reported: ReportedScan) =>
  (JSON.parse(write(format, reported)) as Sarif).runs[0]?.invocations?.[0];

describe("reports of a scan that is not complete", () => {
  it.each(gaps)("say so: %s", (gap, reported) => {
    expect(describeGap(reported)).toContain(gap);
    for (const format of ["sarif", "sarif-github"])
      expect(invocationOf(format, reported)).toMatchObject({
        executionSuccessful: false,
        toolExecutionNotifications: [{ message: { text: describeGap(reported) } }],
      });
    expect(JSON.parse(write("gitlab", reported))).toMatchObject({ scan: { status: "failure" } });
    const page = write("html", reported);
    expect(page).toContain("This scan is not complete.");
    expect(page).not.toContain("There are none.");
  });

  it("say nothing of a complete one, and list only what was tested", () => {
    expect(describeGap(scan())).toBeNull();
    expect(invocationOf("sarif", scan())).toEqual({ executionSuccessful: true });
    const gitlab = JSON.parse(write("gitlab", scan())) as { scan: { scanned_resources: unknown } };
    expect(gitlab.scan).toMatchObject({ status: "success" });
    expect(gitlab.scan.scanned_resources).toEqual([
      { method: "GET", url: "https://api.example.com/a", type: "url" },
    ]);
    expect(write("html", scan())).toContain("There are none.");
    // Stored findings are of no single scan.
    expect(invocationOf("sarif", { findings: [] })).toBeUndefined();
  });
});

describe("texts of a target", () => {
  it("have no control characters in pages and tables", () => {
    const finding: ReportedFinding = {
      fingerprint: "0".repeat(32),
      scannerId: "page-size",
      guidance: {
        id: "SVC04001",
        name: "PageSizeUnlimited",
        title: "The size of a page has no limit",
        severity: "medium",
        owasp: "API4:2023",
        cwe: [770],
        description: "D",
        remediation: "R",
        references: [],
      },
      confidence: "high",
      method: "GET",
      path: "/a",
      place: { location: "query", name: "a\u0000b\u001b[2J\u0007" },
      title: "T",
      description: "x\u001b]0;title\u0007\u009b2J",
      evidence: { controls: [], attacks: [] },
    };
    for (const format of ["html", "csv"]) {
      const text = write(format, scan({ findings: [finding] }));
      expect(text).toContain("\ufffd");
      // oxlint-disable-next-line no-control-regex -- these are what must not be there
      expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/);
    }
  });
});
