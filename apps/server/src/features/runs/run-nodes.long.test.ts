import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../app.ts";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { request, type TestRequest } from "../../testing/request.ts";
import { startTargetApi } from "../../testing/target-api.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSharedDatabase } from "../../testing/test-database.ts";

/** Two nodes of one region: one only answers calls, the other also takes jobs. */
let web: TestApp;
let worker: TestApp | null = null;
let organization: MadeOrganization;

beforeAll(async () => {
  const sharedLocation = await makeSharedDatabase("run_nodes");
  if (sharedLocation === null) return;
  web = await buildTestApp({ name: "run_web", sharedLocation, takesJobs: false });
  organization = await makeOrganization(web);
  worker = await buildTestApp({ name: "run_worker", sharedLocation });
  await worker.cells.eu.open();
});

afterAll(async () => {
  await Promise.all([web?.close(), worker?.close()]);
});

function send(node: TestApp, wanted: Omit<TestRequest, "key">) {
  return request(node, { key: organization.owner.key, ...wanted });
}

async function storeSuite(baseUrl: string, url: string) {
  const projectId = await makeProject(web, organization);
  const base = `/api/projects/${projectId}`;
  const environment = { name: "here", baseUrl };
  const made = await send(web, { method: "POST", path: `${base}/environments`, body: environment });
  const yaml = `name: Suite\ncases:\n  - { name: one, request: { method: GET, url: "${url}" } }\n`;
  const imported = await send(web, {
    method: "POST",
    path: `${base}/suites/import`,
    body: { yaml },
  });
  return {
    projectId,
    environmentId: String(made.body["id"]),
    suiteId: String(imported.body["id"]),
  };
}

const statusOf = async (node: TestApp, id: string) =>
  (await send(node, { method: "GET", path: `/api/cli/runs/${id}/status` })).body;

describe("runs of several nodes", () => {
  it("are carried out by a node that takes jobs, whichever node accepted them", async () => {
    if (worker === null) return;
    await using api = await startTargetApi();
    const suite = await storeSuite(api.url, "/ok");
    const held = await send(web, { method: "POST", path: "/api/cli/run", body: suite });
    expect(held.body).toMatchObject({ status: "finished", allPassed: true, passedTests: 1 });
    expect(api.reached).toHaveLength(1);
  });

  it("run what was accepted, even if the suite and the environment changed since", async () => {
    if (worker === null) return;
    await using api = await startTargetApi();
    const suite = await storeSuite(api.url, "/slow?ms=300");
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
    for (const progressRunId of ids) {
      const body = { ...suite, progressRunId };
      await send(web, { method: "POST", path: "/api/cli/run", body });
    }
    const base = `/api/projects/${suite.projectId}`;
    for (const path of [
      `${base}/suites/${suite.suiteId}`,
      `${base}/environments/${suite.environmentId}`,
    ]) {
      const { status } = await send(web, { method: "DELETE", path });
      expect(status).toBe(204);
    }
    for (const id of ids) {
      await expect
        .poll(() => statusOf(web, id))
        .toMatchObject({ status: "finished", outcome: "passed" });
    }
  });

  it("end when they are cancelled on another node, begun or not", async () => {
    if (worker === null) return;
    await using api = await startTargetApi();
    const suite = await storeSuite(api.url, "/slow?ms=60000");
    // One more than a node carries out at the same time, so the last one waits.
    const ids = Array.from({ length: 17 }, () => crypto.randomUUID());
    for (const progressRunId of ids) {
      const body = { ...suite, progressRunId };
      await send(web, { method: "POST", path: "/api/cli/run", body });
    }
    await expect.poll(() => api.reached.length).toBe(16);
    for (const id of ids) {
      const path = `/api/projects/${suite.projectId}/runs/${id}/cancel`;
      expect((await send(web, { method: "POST", path })).status).toBe(202);
    }
    for (const id of ids) {
      await expect
        .poll(() => statusOf(web, id))
        .toMatchObject({ status: "finished", outcome: "cancelled", allPassed: false });
    }
    expect(api.reached).toHaveLength(16);
  });
});

describe("a node that only takes jobs", () => {
  it("answers probes but no calls", async () => {
    if (worker === null) return;
    const app = await createApp({
      cells: [worker.cells.eu],
      log: pino({ level: "silent" }),
      answersCalls: false,
    });
    try {
      const answers = await Promise.all(
        ["/healthz", "/readyz", "/api/cli/me", "/openapi.json"].map((url) => app.inject({ url })),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404]);
      expect(answers[1]?.json()).toEqual({ status: "ready", regions: { eu: "ready" } });
    } finally {
      await app.close();
    }
  });
});
