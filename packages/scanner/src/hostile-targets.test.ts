import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { scanWith, systemClock, type TestScan } from "./testing/scan-with.ts";
import * as scan from "./testing/scan-target.ts";
import { writeDocument } from "./testing/write-document.ts";

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const ok = { 200: { description: "Done." } };
const query = { name: "q", in: "query", schema: { type: "string" } };
const document = writeDocument({
  "/notes": { get: { parameters: [query], responses: ok } },
  "/notes/{id}": { get: { parameters: [id], responses: ok } },
  "/admin/reset": { get: { responses: ok } },
});

/** Scans a target that answers with a function. */
const scanTarget = (answer: RequestListener, options: Partial<TestScan> = {}) =>
  scan.scanTarget(answer, { document, ...options });

const json = { "content-type": "application/json", "x-content-type-options": "nosniff" };
const headers = {
  ...json,
  "cache-control": "no-store",
  "content-security-policy": "frame-ancestors 'none'",
};

describe("a scan claims nothing unproved", () => {
  it("of a target that answers 200 to everything", async () => {
    const { findings, status } = await scanTarget((_, response) => {
      response.writeHead(200, headers).end('{"ok":true}');
    });
    expect(status).toBe("completed");
    expect(findings.filter(({ guidance }) => guidance.severity !== "info")).toEqual([]);
  });

  it("of a target that answers 500 to everything", async () => {
    const { findings, coverage, securityScore } = await scanTarget((_, response) => {
      response.writeHead(500, headers).end("{}");
    });
    expect({ findings, coverage, securityScore }).toEqual({
      findings: [],
      coverage: 0,
      securityScore: null,
    });
  });

  it("of a target that answers at random", async () => {
    let turn = 0;
    const { findings } = await scanTarget((_, response) => {
      turn += 1;
      const status = [200, 401, 404, 200, 403][turn % 5] ?? 200;
      response.writeHead(status, headers).end(JSON.stringify([{ id: turn, text: `note ${turn}` }]));
    });
    expect(
      findings.filter(({ guidance }) => ["critical", "high"].includes(guidance.severity)),
    ).toEqual([]);
  });
});

describe("a scan ends", () => {
  it("with its budget, and says what was cut", async () => {
    let now = 0;
    const clock = { ...systemClock, now: () => now };
    const result = await scanTarget(
      (_, response) => {
        now += 3000;
        response.writeHead(200, headers).end("[]");
      },
      { timeBudget: 10, tools: { clock } },
    );
    expect(result.status).toBe("completed");
    expect(result.checks.some(({ state }) => state === "cut")).toBe(true);
    expect(result.completedScannerIds.length).toBeLessThan(result.enabledScannerIds.length);
    expect(now).toBeLessThanOrEqual(21_000);
  });

  it("where nothing answers", async () => {
    const result = await scanWith({
      baseUrl: "http://127.0.0.1:9",
      document,
      identities: scan.peers,
    });
    expect(result).toMatchObject({ status: "failed", findings: [] });
    expect(result.errorMessage).toContain("127.0.0.1");
  });

  it("when it is cancelled", async () => {
    const stop = new AbortController();
    const result = await scanTarget(
      (_, response) => {
        stop.abort();
        response.writeHead(200, headers).end("[]");
      },
      { tools: { signal: stop.signal } },
    );
    expect(result.status).toBe("cancelled");
    expect(result.requestCount).toBeLessThan(10);
  });
});

it("never calls what its name says is destructive, and follows no redirect", async () => {
  const { paths } = await scanTarget((_, response) => {
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((one) => one.includes("reset") || one.includes("elsewhere"))).toEqual([]);
});

it("waits as long as a target that limits asks", async () => {
  const waits: number[] = [];
  let count = 0;
  const clock = {
    ...systemClock,
    wait: async (ms: number) => {
      waits.push(ms);
    },
  };
  await scanTarget(
    (_, response) => {
      count += 1;
      if (count === 1) response.writeHead(429, { "retry-after": "7" }).end();
      else response.writeHead(401, headers).end("{}");
    },
    { tools: { clock } },
  );
  expect(waits).toContain(7000);
});
