import { startServer } from "@lintel/egress/testing/start-server";
import { extractVariable } from "@lintel/runner/execute/extract-variable";
import { makeCase, makeEnvironment, makeSuite } from "@lintel/runner/testing/factories";
import { expect, it } from "vitest";
import type { Identity } from "./identities/identity.types.ts";
import type { ExtractToken } from "./identities/token-extractor.types.ts";
import { preflight } from "./preflight.ts";
import type { ScanTools } from "./model/scan.types.ts";
import { scanWith, systemClock, withTarget, type TestScan } from "./testing/scan-with.ts";
import { writeDocument } from "./testing/write-document.ts";

const responses = { 200: { description: "Done." } };
const document = writeDocument({
  "/notes": { get: { responses } },
  "/files": { get: { responses } },
});
const suite = makeSuite([
  makeCase("Log in", {
    request: { method: "GET", url: "/token" },
    assertions: [{ source: "status", operator: "equals", expected: 200 }],
    extractions: [{ name: "token", source: "jsonPath", path: "$.token" }],
  }),
]);
const identities: readonly Identity[] = [
  {
    name: "alice",
    role: null,
    rank: 1,
    auth: { type: "suiteCase", suiteId: "s", caseName: "Log in", variable: "token" },
  },
];

/** Runs the case at an address. */
const runAt =
  (baseUrl: string): ExtractToken =>
  async ({ caseName, variable }, { egress, signal }) => {
    const environment = makeEnvironment(baseUrl);
    const found = await extractVariable(
      { suite, environment, caseName, variable, variables: {} },
      { egress, signal, now: Date.now, randomUuid: () => crypto.randomUUID(), random: Math.random },
    );
    return "value" in found ? { token: found.value } : found;
  };

/** A target whose tokens are accepted so many times; 0 refuses to give one. */
async function openTarget(lives: number) {
  let [issued, left] = [0, 0];
  const asked: string[] = [];
  const scans = new Set<unknown>();
  const server = await startServer(({ url, headers }, response) => {
    asked.push(url);
    scans.add(`${String(headers["x-svc-scan"])} ${String(headers["user-agent"])}`);
    if (url === "/token") {
      [issued, left] = [issued + 1, lives];
      const body = JSON.stringify({ token: `token-${issued}` });
      response.writeHead(lives === 0 ? 403 : 200).end(body);
      return;
    }
    if (url !== "/notes" && url !== "/files") {
      response.writeHead(404).end();
      return;
    }
    const isKnown = headers.authorization === `Bearer token-${issued}` && left > 0;
    left -= isKnown ? 1 : 0;
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" }).end("[]");
  });
  return { server, asked, scans, origin: server.origin, read: () => issued };
}

function optionsFor(origin: string, tools: Partial<ScanTools> = {}): TestScan {
  let now = 0;
  // Ten seconds pass with each look at the clock.
  const clock = { ...systemClock, now: () => (now += 10_000) };
  return {
    baseUrl: origin,
    document,
    identities,
    timeBudget: 1_000_000,
    scannerIds: ["authentication", "cross-origin"],
    tools: { clock, extractToken: runAt(origin), ...tools },
  };
}

it("takes the token of a case, and runs it again once the token has expired", async () => {
  const target = await openTarget(3);
  await using _ = target.server;
  const result = await scanWith(optionsFor(target.origin));
  expect(result).toMatchObject({ status: "completed", requestCount: target.asked.length });
  expect(result.access).toContainEqual({
    identity: "alice",
    operation: "GET /notes",
    isAllowed: true,
  });
  expect(target.asked[0]).toBe("/token");
  expect(target.read()).toBeGreaterThan(1);
  expect([...target.scans]).toEqual([expect.stringMatching(/^test lintel-scan\/\d+\.\d+\.\d+$/)]);
});

it("says in the pre-flight which case failed, and why", async () => {
  const target = await openTarget(0);
  await using _ = target.server;
  const { identities: found } = await withTarget(optionsFor(target.origin), preflight);
  expect(found).toMatchObject([{ name: "alice", works: false }]);
  expect(found[0]?.reason).toMatch(/^alice could not sign in with the case "Log in": .*403/);
});

it("does not work where no suites can be run", async () => {
  const target = await openTarget(1);
  await using _ = target.server;
  const { tools, ...options } = optionsFor(target.origin);
  const { clock = systemClock } = tools ?? {};
  const result = await scanWith({ ...options, tools: { clock } });
  expect(result).toMatchObject({ status: "failed" });
  expect(result.errorMessage).toContain("suites cannot be run here");
});

it("ends with the budget and when it is cancelled, also within a case", async () => {
  const target = await openTarget(3);
  await using _ = target.server;
  const stop = new AbortController();
  stop.abort();
  const cancelled = await scanWith(optionsFor(target.origin, { signal: stop.signal }));
  expect(cancelled.status).toBe("cancelled");
  const spent = await scanWith({ ...optionsFor(target.origin), timeBudget: 1 });
  expect(spent).toMatchObject({ status: "completed", requestCount: 0 });
  expect(spent.checks.every(({ state }) => state === "cut")).toBe(true);
  expect(target.asked).toEqual([]);
});
