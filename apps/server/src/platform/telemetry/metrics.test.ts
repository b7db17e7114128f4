import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readExposition, sumOf, type Sample } from "../../testing/exposition.ts";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { request, type TestResponse } from "../../testing/request.ts";
import { startTargetApi } from "../../testing/target-api.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { openTelemetry } from "./open-telemetry.ts";
import type { Telemetry } from "./telemetry.ts";

const log = pino({ level: "silent" });
const limit = 40;
const openScraped = () => openTelemetry({ version: "9.9.9", isScraped: true, otlp: null, log });

async function scrape({ scrape: write }: Telemetry): Promise<Sample[]> {
  if (write === null) throw new Error("Nobody may ask.");
  return readExposition(await write());
}

describe("metrics", () => {
  let telemetry: Telemetry;
  let testApp: TestApp;
  let organization: MadeOrganization;
  let key: string;

  beforeAll(async () => {
    telemetry = await openScraped();
    const rateBudgets = { key: { limit, windowMs: 60_000 } };
    testApp = await buildTestApp({ name: "measured", telemetry, rateBudgets });
    organization = await makeOrganization(testApp);
    key = organization.owner.key;
  });
  afterAll(async () => {
    await testApp.close();
    await telemetry.close();
  });

  const get = (path: string, given = key): Promise<TestResponse> =>
    request(testApp, { method: "GET", path, key: given });

  async function differenceOf(
    act: () => Promise<unknown>,
    name: string,
    labels: Record<string, string>,
  ): Promise<number> {
    const before = sumOf(await scrape(telemetry), name, labels) ?? 0;
    await act();
    return (sumOf(await scrape(telemetry), name, labels) ?? 0) - before;
  }

  it("label requests with route and status, never with their content", async () => {
    const id = crypto.randomUUID();
    const name = "http_server_request_duration_seconds_count";
    const labels = {
      http_request_method: "GET",
      http_route: "/api/cli/runs/:id/status",
      http_response_status_code: "404",
      lintel_region: "eu",
    };
    const path = `/api/cli/runs/${id}/status?waitMs=7331`;
    expect(await differenceOf(() => get(path), name, labels)).toBe(1);
    await get(`/api/nothing-${id}`);
    await testApp.app.inject({ method: "PROPFIND", url: "/api/me" });
    const text = (await telemetry.scrape?.()) ?? "";
    expect(text).toContain('http_request_method="_OTHER"');
    for (const hidden of [id, "7331", "PROPFIND", organization.id, organization.slug, key])
      expect(text).not.toContain(hidden);
  });

  it("count operations by outcome, including refusals before and after admission", async () => {
    const projectId = await makeProject(testApp, organization);
    const calls = async () => {
      await get(`/api/cli/environments?projectId=${projectId}`);
      await get(`/api/cli/environments?projectId=${crypto.randomUUID()}`);
      await get("/api/cli/environments", "svc_eu_unknown");
      await testApp.app.inject({
        method: "POST",
        url: `/api/projects/${projectId}/environments`,
        headers: { "x-api-key": key, "content-type": "application/json" },
        payload: "{",
      });
    };
    await calls();
    const samples = await scrape(telemetry);
    const countOf = (operation: string, outcome: string) =>
      sumOf(samples, "lintel_operation_calls_total", {
        lintel_operation: operation,
        lintel_outcome: outcome,
      });
    expect(countOf("listEnvironments", "ok")).toBe(1);
    expect(countOf("listEnvironments", "NOT_FOUND")).toBe(1);
    expect(countOf("listEnvironments", "API_KEY_INVALID")).toBe(1);
    expect(countOf("createEnvironment", "unread")).toBe(1);
    expect(
      sumOf(samples, "lintel_operation_duration_seconds_count", {
        lintel_operation: "listEnvironments",
      }),
    ).toBe(3);
  });

  it("count callers found in memory, and measure the database", async () => {
    const hits = { lintel_result: "hit", lintel_region: "eu" };
    expect(
      await differenceOf(() => get("/api/me"), "lintel_principal_cache_lookups_total", hits),
    ).toBe(1);
    const samples = await scrape(telemetry);
    const statements = (db_operation_name: string) =>
      sumOf(samples, "db_client_operation_duration_seconds_count", {
        db_operation_name,
        lintel_region: "eu",
      });
    expect(statements("SELECT")).toBeGreaterThan(0);
    expect(statements("INSERT")).toBeGreaterThan(0);
  });

  it("count runs and their cases at the end", async () => {
    await using api = await startTargetApi();
    const projectId = await makeProject(testApp, organization);
    const post = (path: string, body: object) =>
      request(testApp, { method: "POST", path, key, body });
    const environment = await post(`/api/projects/${projectId}/environments`, {
      name: "here",
      baseUrl: api.url,
    });
    const yaml = `name: Two
cases:
  - name: good
    request: { method: GET, url: /ok }
    assertions: [{ source: status, operator: equals, expected: 200 }]
  - name: bad
    request: { method: GET, url: /status/500 }
    assertions: [{ source: status, operator: equals, expected: 200 }]
`;
    const suite = await post(`/api/projects/${projectId}/suites/import`, { yaml });
    const ran = await post("/api/cli/run", {
      projectId,
      suiteId: suite.body["id"],
      environmentId: environment.body["id"],
    });
    expect(ran.status, ran.text).toBe(200);
    const samples = await scrape(telemetry);
    const failed = { lintel_outcome: "failed" };
    expect(sumOf(samples, "lintel_run_duration_seconds_count", failed)).toBe(1);
    const cases = (verdict: string) =>
      sumOf(samples, "lintel_run_cases_total", { lintel_verdict: verdict, lintel_region: "eu" });
    expect([cases("passed"), cases("failed"), cases("blocked")]).toEqual([1, 1, 0]);
    const waiting = { lintel_job_kind: "run", lintel_job_state: "waiting", lintel_region: "eu" };
    expect(samples.some(({ name }) => name === "lintel_jobs")).toBe(true);
    expect(sumOf(samples, "lintel_jobs", waiting)).toBe(0);
    const held = { lintel_operation: "runSuite", lintel_outcome: "ok" };
    expect(sumOf(samples, "lintel_operation_calls_total", held)).toBe(1);
  });

  it("count refusals of the rate limit", async () => {
    for (let at = 0; at <= limit; at += 1) await get("/api/me");
    const samples = await scrape(telemetry);
    const decided = (decision: string) =>
      sumOf(samples, "lintel_rate_limit_decisions_total", { lintel_decision: decision });
    expect(decided("admitted")).toBe(limit);
    expect(decided("refused")).toBeGreaterThan(0);
    const refused = { lintel_operation: "getCaller", lintel_outcome: "RATE_LIMITED" };
    expect(sumOf(samples, "lintel_operation_calls_total", refused)).toBe(decided("refused"));
  });

  it("describe the process", async () => {
    const samples = await scrape(telemetry);
    expect(sumOf(samples, "lintel_build_info", { version: "9.9.9" })).toBe(1);
    for (const name of [
      "process_memory_usage_bytes",
      "process_cpu_time_seconds_total",
      "process_uptime_seconds",
      "v8js_memory_heap_used_bytes",
      "nodejs_active_resources",
    ])
      expect(sumOf(samples, name), name).toBeGreaterThan(0);
    expect(sumOf(samples, "http_server_active_requests")).toBe(0);
    expect(sumOf(samples, "nodejs_eventloop_utilization_ratio")).not.toBeNull();
  });

  it("are all described in the operator's guide", async () => {
    const root = path.join(import.meta.dirname, "../../../../..");
    const guide = await readFile(path.join(root, "docs/operators-guide.md"), "utf8");
    const text = (await telemetry.scrape?.()) ?? "";
    const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(families.length).toBeGreaterThan(20);
    for (const name of families) expect(guide).toContain(`\`${name}\``);
  });
});

describe("forwarded calls", () => {
  it("are counted by outcome, and have no route here", async () => {
    const telemetry = await openScraped();
    const upstream = createServer((_, response) => response.end("{}"));
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    const { port } = upstream.address() as AddressInfo;
    const upstreams = { us: `http://127.0.0.1:${port}` };
    const testApp = await buildTestApp({ name: "handing_on", telemetry, upstreams });
    try {
      const address = await testApp.app.listen({ host: "127.0.0.1", port: 0 });
      const ask = () => fetch(`${address}/api/me`, { headers: { "x-svc-region": "us" } });
      expect((await ask()).status).toBe(200);
      upstream.closeAllConnections();
      await new Promise((resolve) => upstream.close(resolve));
      expect((await ask()).status).toBe(503);
      const samples = await scrape(telemetry);
      const handedOn = (outcome: string) =>
        sumOf(samples, "lintel_forwarding_calls_total", {
          lintel_outcome: outcome,
          lintel_region: "us",
        });
      expect([handedOn("answered"), handedOn("UNAVAILABLE")]).toEqual([1, 1]);
      const requests = samples.filter(
        ({ name, labels }) =>
          name === "http_server_request_duration_seconds_count" && labels["lintel_region"] === "us",
      );
      expect(requests.map(({ labels }) => labels["http_response_status_code"])).toEqual([
        "200",
        "503",
      ]);
      expect(requests.every(({ labels }) => labels["http_route"] === undefined)).toBe(true);
    } finally {
      await testApp.close();
      await telemetry.close();
    }
  });
});

describe("telemetry that is switched off", () => {
  it("measures and traces nothing, and nobody may ask", async () => {
    const telemetry = await openTelemetry({ version: "1", isScraped: false, otlp: null, log });
    expect(telemetry).toMatchObject({ tracing: null, scrape: null });
  });
});
