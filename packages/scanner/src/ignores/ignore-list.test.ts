import { describe, expect, it } from "vitest";
import { scanners } from "../scanners/scanner-list.generated.ts";
import type { ScanResult } from "../model/scan.types.ts";
import type { ScanFinding } from "../findings/finding.types.ts";
import { applyIgnoreList, readIgnoreList, type IgnoreEntry } from "./ignore-list.ts";

const guidance = scanners
  .flatMap((scanner) => scanner.guidance)
  .find(({ severity }) => severity === "high");
if (guidance === undefined) throw new Error("No scanner finds anything high.");

const finding = (path: string, fingerprint: string): ScanFinding => ({
  fingerprint,
  scannerId: "object-reading",
  guidance,
  confidence: "high",
  method: "GET",
  path,
  place: { location: "path", name: "id" },
  title: guidance.title,
  description: "",
  evidence: { controls: [], attacks: [] },
});

const result: ScanResult = {
  status: "completed",
  errorMessage: null,
  findings: [finding("/orders/{id}", "a"), finding("/books/{id}", "b")],
  unconfirmed: [],
  checks: [],
  absent: [],
  coverage: 1,
  securityScore: 69,
  enabledScannerIds: [],
  completedScannerIds: [],
  access: [],
  leftBehind: [],
  requestCount: 1,
  slowdownCount: 0,
};

function read(...ignore: unknown[]): readonly IgnoreEntry[] {
  const entries = readIgnoreList({ ignore });
  if (typeof entries === "string") throw new Error(entries);
  return entries;
}

const apply = (...ignore: unknown[]) => applyIgnoreList(result, read(...ignore), "2027-01-31");
const reason = "a reason";

describe("an ignore file", () => {
  it.each([
    [{ fingerprint: "a", reason }, ["a"]],
    [{ guidance: guidance.id, reason }, ["a", "b"]],
    [{ guidance: guidance.id, operation: "GET /orders/{orderId}", reason }, ["a"]],
    [{ guidance: guidance.id, operation: "GET /orders", reason }, []],
    [{ fingerprint: "a", guidance: "SVC00000", reason }, []],
    [{ fingerprint: "b", reason, expires: "2027-01-31" }, ["b"]],
    [{ fingerprint: "b", reason, expires: "2027-01-30" }, []],
  ])("with %j ignores %j", (entry, ignored) => {
    const filtered = apply(entry);
    expect(filtered.ignored.map(({ fingerprint }) => fingerprint)).toEqual(ignored);
    expect(filtered.result.findings).toHaveLength(2 - ignored.length);
    expect(filtered.result.securityScore).toBe(ignored.length === 2 ? 100 : 69);
  });

  it("reports entries that expired, and those without a finding", () => {
    const past = { fingerprint: "a", reason, expires: "2020-01-01" };
    const { expired, unused } = apply(past, { fingerprint: "c", reason });
    expect(expired).toMatchObject([past]);
    expect(unused).toMatchObject([{ fingerprint: "c" }]);
  });

  it.each([
    [[], "it needs the list `ignore`"],
    [{ ignore: {} }, "it needs the list `ignore`"],
    [{ ignore: ["a"] }, "ignore[0] is no record"],
    [{ ignore: [{ reason }] }, "ignore[0] needs a fingerprint or a guidance id"],
    [{ ignore: [{ fingerprint: "a" }] }, "ignore[0] needs a reason"],
    [{ ignore: [{ fingerprint: "a", reason: " " }] }, "ignore[0] needs a reason"],
    [
      { ignore: [{ fingerprint: 1, reason }] },
      "ignore[0] needs a text for fingerprint; write it in quotes",
    ],
    [
      { ignore: [{ fingerprint: "a", reason, until: "" }] },
      'ignore[0] has the unknown member "until"',
    ],
    [
      { ignore: [{ fingerprint: "a", reason, expires: "soon" }] },
      "ignore[0] needs a day such as 2027-01-31 for expires",
    ],
  ])("is refused: %j", (content, message) => {
    expect(readIgnoreList(content)).toBe(message);
  });
});
