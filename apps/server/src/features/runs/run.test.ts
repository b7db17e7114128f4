import { reportFormats } from "@lintel/contract/shapes/test-names.generated";
import { request as httpRequest } from "node:http";
import { validateJunit } from "@lintel/runner/testing/validate-junit";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type TestRequest } from "../../testing/request.ts";
import { startTargetApi } from "../../testing/target-api.ts";
import {
  buildTestApp,
  listenWithTestApp,
  useTestApp,
  type TestApp,
} from "../../testing/test-app.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let key: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  key = organization.owner.key;
});

const send = (wanted: Omit<TestRequest, "key"> & { key?: string }) =>
  request(testApp, { key, ...wanted });

const get = (url: string) => ({ method: "GET", url });
const isOk = { source: "status", operator: "equals", expected: 200 };

interface MadeSuite {
  projectId: string;
  suiteId: string;
  environmentId: string;
}

/** A project with an environment and a suite of the cases given, each in its phase. */
async function makeSuite(
  baseUrl: string,
  cases: readonly Record<string, unknown>[],
  environment: Record<string, unknown> = {},
): Promise<MadeSuite> {
  const projectId = await makeProject(testApp, organization);
  const base = `/api/projects/${projectId}`;
  const made = await send({
    method: "POST",
    path: `${base}/environments`,
    body: { name: "here", baseUrl, ...environment },
  });
  const suite = await send({
    method: "POST",
    path: `${base}/suites`,
    body: { name: "Suite", folder: "a/b" },
  });
  const suiteId = String(suite.body["id"]);
  for (const testCase of cases) {
    const stored = await send({
      method: "POST",
      path: `${base}/suites/${suiteId}/cases`,
      body: testCase,
    });
    expect(stored.status, stored.text).toBe(201);
  }
  return { projectId, suiteId, environmentId: String(made.body["id"]) };
}

const run = (suite: MadeSuite, body: Record<string, unknown> = {}) =>
  send({ method: "POST", path: "/api/cli/run", body: { ...suite, ...body } });

async function waitForEnd(id: string) {
  const status = await send({ method: "GET", path: `/api/cli/runs/${id}/status?waitMs=20000` });
  expect(status.body["status"]).toBe("finished");
  return status;
}

describe("POST /api/cli/run", () => {
  it("runs a suite and returns its verdict", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [
      { name: "good", request: get("/ok"), assertions: [isOk] },
      { name: "bad", request: get("/status/404"), assertions: [isOk] },
      { name: "unreachable", request: get("http://127.0.0.1:1/"), assertions: [isOk] },
      { name: "after bad", dependsOn: ["bad"], request: get("/ok") },
    ]);
    const answer = await run(suite);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: "finished",
      outcome: "error",
      allPassed: false,
      totalTests: 4,
      passedTests: 1,
      failedTests: 1,
      erroredTests: 1,
      skippedTests: 1,
      blockedTests: 0,
      report: null,
    });
    expect(api.reached.map(({ path: reachedPath }) => reachedPath)).toEqual(["/ok", "/status/404"]);
    const status = await waitForEnd(String(answer.body["testRunId"]));
    expect(status.body).toMatchObject({
      outcome: "error",
      allPassed: false,
      totalCases: 4,
      completedCases: 4,
    });
  });

  it("lists the runs of an environment, a status and an outcome", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [
      { name: "good", request: get("/ok"), assertions: [isOk] },
    ]);
    const passed = String((await run(suite)).body["testRunId"]);
    const path = `/api/projects/${suite.projectId}/runs`;
    const idsOf = async (query: string) => {
      const { body } = await send({ method: "GET", path: `${path}?${query}` });
      return Object.values(body["items"] ?? {}).map((item) => String(item["id"]));
    };
    expect(await idsOf(`environmentId=${suite.environmentId}&outcome=passed`)).toEqual([passed]);
    expect(await idsOf("status=finished")).toEqual([passed]);
    expect(await idsOf("outcome=failed")).toEqual([]);
    expect(await idsOf("status=running")).toEqual([]);
    expect(await idsOf(`environmentId=${suite.suiteId}`)).toEqual([]);
    expect((await send({ method: "GET", path: `${path}?status=odd` })).status).toBe(400);
    const again = String((await run(suite)).body["testRunId"]);
    expect(await idsOf("isLatest=true")).toEqual([again]);
    expect(await idsOf("isLatest=true&outcome=failed")).toEqual([]);
    expect(await idsOf("")).toEqual([again, passed]);
  });

  it("returns the report inline in the requested format", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [
      { name: "good", request: get("/ok"), assertions: [isOk] },
    ]);
    const junit = await run(suite, { reportFormat: "junit" });
    expect(junit.body).toMatchObject({
      allPassed: true,
      outcome: "passed",
      reportFormat: "junit",
      reportContentType: "application/xml",
    });
    expect(String(junit.body["report"])).toContain("<testcase");
    const html = await run(suite, { reportFormat: "html" });
    expect(html.body["reportContentType"]).toBe("text/html; charset=utf-8");
  });

  it("refuses before the first request what can be checked before it", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [
      { name: "one", request: get("/ok"), tags: ["x"] },
      { name: "two", request: get("/{{nobody}}"), tags: ["y"] },
    ]);
    const unresolved = await run(suite);
    expect(unresolved).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
    expect(unresolved.text).toContain("nobody");
    expect(await run(suite, { tags: ["none"] })).toMatchObject({
      status: 400,
      body: { code: "SUITE_EMPTY" },
    });
    const nowhere = "00000000-0000-7000-8000-000000000000";
    expect((await run({ ...suite, suiteId: nowhere })).status).toBe(404);
    expect((await run({ ...suite, environmentId: nowhere })).status).toBe(404);
    expect((await run({ ...suite, projectId: nowhere })).status).toBe(404);
    expect(await run(suite, { iterations: 0 })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "iterations" }] },
    });
    expect(await run(suite, { threads: "4" })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "threads" }] },
    });
    expect(await run(suite, { iteration: 2 })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "iteration", code: "unknownField" }] },
    });
    expect(api.reached).toHaveLength(0);
    expect((await run(suite, { tags: ["x"] })).body["allPassed"]).toBe(true);
    expect((await run(suite, { variables: { nobody: "ok" } })).body["allPassed"]).toBe(true);
  });

  it("answers at once with progressRunId, and the same for the same request again", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [
      { name: "slow", request: get("/slow?ms=300"), assertions: [isOk] },
    ]);
    const progressRunId = crypto.randomUUID();
    // Simultaneous calls: each may find the id free, but only one stores the run and its job.
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => run(suite, { progressRunId })),
    );
    for (const answer of answers) {
      expect(answer.body).toMatchObject({
        testRunId: progressRunId,
        allPassed: false,
        statusUrl: `/api/cli/runs/${progressRunId}/status`,
      });
    }
    expect(answers[0]?.body["status"]).not.toBe("finished");
    const early = await send({ method: "GET", path: `/api/cli/runs/${progressRunId}/report` });
    expect(early).toMatchObject({ status: 409, body: { code: "RUN_NOT_FINISHED" } });
    expect((await waitForEnd(progressRunId)).body).toMatchObject({
      id: progressRunId,
      outcome: "passed",
      allPassed: true,
    });
    expect((await run(suite, { progressRunId })).body).toMatchObject({
      status: "finished",
      allPassed: true,
    });
    expect(api.reached).toHaveLength(1);
  });

  it("refuses a taken progressRunId for another body, project or caller, and reveals nothing about the other run", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [{ name: "good", request: get("/ok") }]);
    const progressRunId = crypto.randomUUID();
    await run(suite, { progressRunId });
    const other = await makeMember(testApp, organization, "member");
    const conflicts = [
      await run(suite, { progressRunId, iterations: 2 }),
      await run(await makeSuite(api.url, [{ name: "good", request: get("/ok") }]), {
        progressRunId,
      }),
      await send({
        method: "POST",
        path: "/api/cli/run",
        key: other.key,
        body: { ...suite, progressRunId },
      }),
    ];
    for (const answer of conflicts) {
      expect(answer).toMatchObject({ status: 400, body: { code: "RUN_ID_CONFLICT" } });
      expect(answer.text).not.toContain("Suite");
    }
    // Ids are unique only within an organization.
    const elsewhere = await makeOrganization(testApp);
    const unseen = await send({
      method: "GET",
      path: `/api/cli/runs/${progressRunId}/status`,
      key: elsewhere.owner.key,
    });
    expect(unseen.status).toBe(404);
    await waitForEnd(progressRunId);
  });

  it("keeps the connection of a waiting call open, and continues when the caller disconnects", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [
      { name: "slow", request: get("/slow?ms=400"), assertions: [isOk] },
    ]);
    const address = await listenWithTestApp();
    const post = (
      onResponse: (chunks: AsyncIterable<Buffer>, close: () => void) => Promise<void>,
    ) =>
      new Promise<void>((resolve, reject) => {
        const outgoing = httpRequest(
          `${address}/api/cli/run`,
          { method: "POST", headers: { "x-api-key": key, "content-type": "application/json" } },
          (response) => {
            expect(response.statusCode).toBe(200);
            onResponse(response, () => outgoing.destroy()).then(resolve, reject);
          },
        );
        outgoing.on("error", reject);
        outgoing.end(JSON.stringify(suite));
      });
    await post(async (chunks) => {
      let body = "";
      for await (const chunk of chunks) body += chunk.toString();
      expect(body).toMatch(/^ {2,}\{/);
      expect(JSON.parse(body)).toMatchObject({ allPassed: true });
    });
    await post(async (_, close) => close());
    const runs = await send({ method: "GET", path: `/api/projects/${suite.projectId}/runs` });
    const newest = runs.body["items"]?.["0"];
    expect((await waitForEnd(String(newest?.["id"]))).body["allPassed"]).toBe(true);
  });

  it("is a 503 if the state of an accepted run cannot be read", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [{ name: "good", request: get("/ok") }]);
    const progressRunId = crypto.randomUUID();
    await run(suite, { progressRunId });
    await waitForEnd(progressRunId);
    const { db } = await testApp.cells.eu.open();
    await sql`alter table test_run_result rename to hidden_result`.execute(db);
    const answer = await run(suite, { progressRunId });
    await sql`alter table hidden_result rename to test_run_result`.execute(db);
    expect(answer).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect(answer.text).toContain(`/api/cli/runs/${progressRunId}/status`);
    expect((await run(suite, { progressRunId })).body).toMatchObject({ allPassed: true });
  });

  it("is a Problem after the headers of a waiting call if the state of its run cannot be read", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [{ name: "slow", request: get("/slow?ms=300") }]);
    const { db } = await testApp.cells.eu.open();
    const held = run(suite);
    await vi.waitFor(() => expect(api.reached).toHaveLength(1), { timeout: 20_000 });
    await sql`alter table test_run rename to hidden_run`.execute(db);
    const answer = await held;
    await sql`alter table hidden_run rename to test_run`.execute(db);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 503, code: "UNAVAILABLE" });
    expect(answer.body).not.toHaveProperty("outcome");
    expect(answer.body["statusUrl"]).toMatch(/^\/api\/cli\/runs\/[0-9a-f-]{36}\/status$/);
  });

  it.each([
    ["broken JSON", "application/json", (id: string) => `{"projectId": "${id}", oops`],
    ["a wrong field", "application/json", (id: string) => `{"projectId":"${id}","x":1}`],
    [
      "a wrong media type",
      "text/plain",
      (id: string) => `{"a":{"projectId":1},"projectId":"${id}"}`,
    ],
    ["no UTF-8", "application/json", (id: string) => `{"\xff":1,"projectId":"${id}"}`],
  ])("is 404 for an invisible project before it is refused for %s", async (_, mediaType, write) => {
    const own = await makeProject(testApp, organization);
    const elsewhere = await makeOrganization(testApp);
    const foreign = await makeProject(testApp, elsewhere);
    const post = async (projectId: string) => {
      const { statusCode, body } = await testApp.app.inject({
        method: "POST",
        url: "/api/cli/run",
        headers: { "x-api-key": key, "content-type": mediaType },
        body: Buffer.from(write(projectId), "latin1"),
      });
      return [statusCode, (JSON.parse(body) as { code: string }).code];
    };
    expect(await post(foreign)).toEqual([404, "NOT_FOUND"]);
    expect(await post(crypto.randomUUID())).toEqual([404, "NOT_FOUND"]);
    const [status] = await post(own);
    expect(status).toBe(mediaType === "text/plain" ? 415 : 400);
  });

  it("is 403 in a project where the caller may not run suites, even with an invalid body", async () => {
    const member = await makeMember(testApp, organization, "member");
    const projectId = await makeProject(testApp, organization);
    const path = `/api/projects/${projectId}/members/${member.userId}`;
    await send({ method: "PUT", path, body: { role: "viewer" } });
    const { statusCode } = await testApp.app.inject({
      method: "POST",
      url: "/api/cli/run",
      headers: { "x-api-key": member.key, "content-type": "application/json" },
      body: `{"projectId":"${projectId}",`,
    });
    expect(statusCode).toBe(403);
  });

  it("sends only safe requests to a read-only environment", async () => {
    await using api = await startTargetApi({
      "/moved": (_, response) => response.writeHead(307, { location: "/ok" }).end(),
      "/token": (_, response) =>
        response
          .writeHead(200, { "content-type": "application/json" })
          .end('{"access_token":"t0ken-of-the-run","expires_in":60}'),
    });
    const oauth = { type: "oauth2", clientId: "id", clientSecret: "{{secret}}" };
    const suite = await makeSuite(
      api.url,
      [
        { name: "prepare", phase: "tearDown", request: { method: "POST", url: "/clean" } },
        { name: "read", request: get("/ok") },
        {
          name: "query",
          request: { method: "QUERY", url: "/ok", body: { type: "json", value: {} } },
        },
        { name: "write", request: { method: "POST", url: "/write" } },
        {
          name: "disguised",
          request: { method: "GET", url: "/ok", headers: { "X-HTTP-Method-Override": "DELETE" } },
        },
        { name: "moved", request: { method: "PUT", url: "/moved" } },
        { name: "moved read", request: get("/moved") },
        { name: "with a token", request: { ...get("/ok"), auth: oauth } },
        { name: "needs write", dependsOn: ["write"], request: get("/ok") },
      ],
      {
        isReadOnly: true,
        oauthTokenUrl: `${api.url}/token`,
        variables: [{ name: "secret", value: "s3cret-client", isSecret: true }],
      },
    );
    const answer = await run(suite, { reportFormat: "junit" });
    expect(answer.body).toMatchObject({
      outcome: "passed",
      allPassed: true,
      passedTests: 4,
      blockedTests: 5,
      failedTests: 0,
      erroredTests: 0,
    });
    expect(String(answer.body["report"])).toContain(
      '<skipped message="blocked: read-only environment"',
    );
    const unsafe = api.reached.filter(
      ({ method }) => !["GET", "HEAD", "OPTIONS", "QUERY"].includes(method),
    );
    expect(unsafe.map((reached) => `${reached.method} ${reached.path}`)).toEqual(["POST /token"]);
    expect(unsafe[0]?.body).toContain("grant_type=client_credentials");
    expect(
      api.reached.filter(({ headers }) => headers["x-http-method-override"] !== undefined),
    ).toHaveLength(0);
  });

  it("is blocked, neither passed nor failed, when nothing could be sent", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(
      api.url,
      [{ name: "write", request: { method: "DELETE", url: "/x" } }],
      { isReadOnly: true },
    );
    expect((await run(suite)).body).toMatchObject({
      outcome: "blocked",
      allPassed: false,
      blockedTests: 1,
    });
    expect(api.reached).toHaveLength(0);
  });

  it("shows no secret in any answer, report or log", async () => {
    const canary = `canary-${crypto.randomUUID()}`;
    await using api = await startTargetApi();
    const variables = [{ name: "token", value: canary, isSecret: true }];
    const suite = await makeSuite(
      api.url,
      [
        {
          name: "echo",
          request: { ...get("/ok"), auth: { type: "bearer", token: "{{token}}" } },
          assertions: [
            {
              source: "jsonPath",
              path: "$.authorization",
              operator: "equals",
              expected: "nothing",
            },
          ],
        },
        {
          name: "elsewhere",
          request: { ...get("http://localhost:1/x"), headers: { "x-token": "{{token}}" } },
        },
      ],
      { variables },
    );
    const answer = await run(suite, { reportFormat: "html" });
    expect(answer.body).toMatchObject({ failedTests: 1, erroredTests: 1 });
    expect(api.reached[0]?.headers.authorization).toBe(`Bearer ${canary}`);
    const id = String(answer.body["testRunId"]);
    const texts = [answer.text, ...testApp.logged];
    for (const format of reportFormats) {
      texts.push(
        (await send({ method: "GET", path: `/api/cli/runs/${id}/report?format=${format}` })).text,
      );
    }
    expect(texts.filter((text) => text.includes(canary))).toEqual([]);
  });

  it("runs as many iterations at the same time as threads allow", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [
      { name: "one", request: get("/slow?ms=20") },
      { name: "two", request: get("/ok") },
    ]);
    const answer = await run(suite, { iterations: 8, threads: 4 });
    expect(answer.body).toMatchObject({ totalTests: 16, passedTests: 16, iterations: 8 });
    expect(api.reached).toHaveLength(16);
  });

  it("needs tests:execute of the role and the key", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [{ name: "good", request: get("/ok") }]);
    const viewer = await makeMember(testApp, organization, "viewer");
    const asViewer = await send({
      method: "POST",
      path: "/api/cli/run",
      key: viewer.key,
      body: { ...suite },
    });
    expect(asViewer).toMatchObject({ status: 403, body: { code: "ROLE_INSUFFICIENT" } });
    const { userId } = organization.owner;
    const reader = await makeKey(testApp, organization, userId, [
      { permission: "tests:read", projectId: null },
    ]);
    const asReader = await send({
      method: "POST",
      path: "/api/cli/run",
      key: reader,
      body: { ...suite },
    });
    expect(asReader).toMatchObject({
      status: 403,
      body: { code: "API_KEY_SCOPE_DENIED", requiredScope: "tests:execute" },
    });
    const ci = await makeKey(testApp, organization, userId, [
      { permission: "tests:execute", projectId: suite.projectId },
    ]);
    expect(
      (await send({ method: "POST", path: "/api/cli/run", key: ci, body: { ...suite } })).body[
        "allPassed"
      ],
    ).toBe(true);
  });
});

describe("GET /api/cli/runs/{id}/report", () => {
  it("is JUnit XML that Jenkins' schema accepts, JSON, or HTML", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [
      { name: "good <&>", request: get("/ok"), assertions: [isOk] },
      { name: "bad", request: get("/status/500"), assertions: [isOk] },
      { name: "never", when: { value: 1, operator: "equals", expected: 2 }, request: get("/ok") },
    ]);
    const id = String((await run(suite)).body["testRunId"]);
    const read = (query: string) =>
      send({ method: "GET", path: `/api/cli/runs/${id}/report${query}` });
    const junit = await read("");
    expect(junit.headers["content-type"]).toBe("application/xml");
    expect(junit.headers["content-disposition"]).toMatch(/^attachment; filename="Suite-.+\.xml"$/);
    expect(junit.text).toContain('classname="a');
    const json = await read("?format=json");
    expect(json.headers["content-type"]).toBe("application/json");
    expect(json.body).toMatchObject({ testRunId: id, totalTests: 3 });
    const html = await read("?format=html");
    expect(html.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(await read("?format=pdf")).toMatchObject({
      status: 400,
      body: { errors: [{ field: "format" }] },
    });
    expect((await send({ method: "GET", path: "/api/cli/runs/not-a-uuid/report" })).status).toBe(
      404,
    );
    validateJunit(junit.text);
  });
});

describe("a run that is cancelled", () => {
  it("ends as cancelled, after its tear-down", async () => {
    await using api = await startTargetApi();
    const suite = await makeSuite(api.url, [
      { name: "long", request: get("/slow?ms=20000") },
      { name: "clean", phase: "tearDown", request: { method: "DELETE", url: "/clean" } },
    ]);
    const id = crypto.randomUUID();
    await run(suite, { progressRunId: id });
    await expect.poll(() => api.reached.length).toBe(1);
    const cancelled = await send({
      method: "POST",
      path: `/api/projects/${suite.projectId}/runs/${id}/cancel`,
    });
    expect(cancelled.status).toBe(202);
    expect((await waitForEnd(id)).body).toMatchObject({ outcome: "cancelled", allPassed: false });
    expect(api.reached.map(({ method }) => method)).toEqual(["GET", "DELETE"]);
  });
});

describe("a run whose server stops", () => {
  it("ends as interrupted, which its status says", async () => {
    await using api = await startTargetApi();
    const stopped = await buildTestApp({ name: "stopped" });
    try {
      const own = await makeOrganization(stopped);
      const projectId = await makeProject(stopped, own);
      const call = (wanted: Omit<TestRequest, "key">) =>
        request(stopped, { key: own.owner.key, ...wanted });
      const yaml = `name: Long\ncases: [{ name: long, request: { method: GET, url: "${api.url}/slow?ms=20000" } }]\n`;
      const path = `/api/projects/${projectId}/suites/import`;
      const suite = await call({ method: "POST", path, body: { yaml } });
      const id = crypto.randomUUID();
      const body = { projectId, suiteId: suite.body["id"], progressRunId: id };
      await call({ method: "POST", path: "/api/cli/run", body });
      await expect.poll(() => api.reached.length).toBe(1);
      await stopped.cells.eu.stopWork();
      const status = await call({ method: "GET", path: `/api/cli/runs/${id}/status` });
      expect(status.body).toMatchObject({ outcome: "error", isInterrupted: true });
      expect(status.body["message"]).toContain("server was stopped");
    } finally {
      await stopped.close();
    }
  });
});
