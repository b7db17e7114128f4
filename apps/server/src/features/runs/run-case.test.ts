import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { request, type ResponseBody } from "../../testing/request.ts";
import { startTargetApi } from "../../testing/target-api.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let organization: MadeOrganization;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
});

async function call(method: "GET" | "POST", path: string, body?: object): Promise<ResponseBody> {
  const { key } = organization.owner;
  const answer = await request(testApp, {
    method,
    path,
    key,
    ...(body === undefined ? {} : { body }),
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

/** A suite whose cases send `/a`, `/b` and so on, and expect 200. */
async function makeSuite(baseUrl: string, names: readonly string[], more: object = {}) {
  const projectId = await makeProject(testApp, organization);
  const base = `/api/projects/${projectId}`;
  const environment = await call("POST", `${base}/environments`, { name: "Here", baseUrl });
  const suite = await call("POST", `${base}/suites`, { name: "Books", ...more });
  const suiteId = String(suite["id"]);
  for (const name of names)
    await call("POST", `${base}/suites/${suiteId}/cases`, {
      name,
      request: { method: "GET", url: `/${name}` },
      assertions: [{ source: "status", operator: "equals", expected: 200 }],
    });
  const run = async () => {
    const body = { projectId, suiteId, environmentId: environment["id"] };
    return String((await call("POST", "/api/cli/run", body))["testRunId"]);
  };
  return { base, suiteId, run };
}

const names = (body: ResponseBody): unknown[] =>
  (body["items"] as unknown as { name: string }[]).map(({ name }) => name);

describe("the cases of a run", () => {
  it("are listed in order, failures first, by verdict and by name, page by page", async () => {
    await using api = await startTargetApi({
      "/a_1": (_, response) => response.end(),
      "/b": (_, response) => response.writeHead(500).end(),
      "/a22": (_, response) => response.end(),
    });
    const { base, run } = await makeSuite(api.url, ["a_1", "b", "a22"]);
    const runId = await run();
    const list = (query: string) => call("GET", `${base}/runs/${runId}/cases?${query}`);
    expect(names(await list(""))).toEqual(["a_1", "b", "a22"]);
    const failed = await list("order=failures");
    expect(names(failed)).toEqual(["b", "a_1", "a22"]);
    expect(failed["items"]).toMatchObject([{ position: 1, verdict: "failed" }, {}, {}]);
    expect(names(await list("verdict=passed"))).toEqual(["a_1", "a22"]);
    expect(names(await list("query=A_"))).toEqual(["a_1"]);
    const page = await list("order=failures&skip=1&take=1");
    expect(page).toMatchObject({ totalCount: 3, skip: 1, take: 1 });
    expect(names(page)).toEqual(["a_1"]);
  });

  it("are compared with those of another run, and their histories say which are flaky", async () => {
    const broken = new Set(["/b"]);
    const answer =
      (path: string) => (_: unknown, response: { statusCode: number; end(): void }) => {
        response.statusCode = broken.has(path) ? 500 : 200;
        response.end();
      };
    await using api = await startTargetApi({ "/a": answer("/a"), "/b": answer("/b") });
    const { base, suiteId, run } = await makeSuite(api.url, ["a", "b"]);
    const first = await run();
    broken.clear();
    broken.add("/a");
    const second = await run();
    const compared = await call("GET", `${base}/runs/${first}/comparison/${second}`);
    expect(compared).toMatchObject({
      totalCount: 2,
      counts: { broken: 1, changed: 0, added: 0, removed: 0, fixed: 1, same: 0 },
      items: [
        {
          name: "a",
          change: "broken",
          before: { verdict: "passed" },
          after: { verdict: "failed" },
        },
        { name: "b", change: "fixed", before: { verdict: "failed" }, after: { verdict: "passed" } },
      ],
    });
    const fixed = await call("GET", `${base}/runs/${first}/comparison/${second}?change=fixed`);
    expect(fixed["totalCount"]).toBe(1);
    expect(names(fixed)).toEqual(["b"]);
    broken.clear();
    await run();
    const histories = await call("GET", `${base}/suites/${suiteId}/case-histories`);
    expect(histories["totalCount"]).toBe(2);
    const items = histories["items"] as unknown as { verdicts: string[]; isFlaky: boolean }[];
    expect(items).toContainEqual(
      expect.objectContaining({ verdicts: ["passed", "failed", "passed"], isFlaky: true }),
    );
    expect(items).toContainEqual(
      expect.objectContaining({ verdicts: ["passed", "passed", "failed"], isFlaky: false }),
    );
  });

  it("are compared row by row where the suite has data rows", async () => {
    const failing = new Set(["2"]);
    await using api = await startTargetApi({
      "/a": ({ path }, response) =>
        response.writeHead(failing.has(path.split("=")[1] ?? "") ? 500 : 200).end(),
    });
    const data = { format: "csv", text: "id\n1\n2\n3\n" };
    const { base, run } = await makeSuite(api.url, ["a?id={{id}}"], { data });
    const first = await run();
    failing.delete("2");
    failing.add("3");
    const second = await run();
    const compared = await call("GET", `${base}/runs/${first}/comparison/${second}`);
    expect(compared["items"]).toMatchObject([
      { row: 3, change: "broken", before: { verdict: "passed" }, after: { verdict: "failed" } },
      { row: 2, change: "fixed", before: { verdict: "failed" }, after: { verdict: "passed" } },
      { row: 1, change: "same" },
    ]);
    expect(compared["totalCount"]).toBe(3);
  });

  it("are not those of a run of another project", async () => {
    await using api = await startTargetApi({ "/a": (_, response) => response.end() });
    const { run, base, suiteId } = await makeSuite(api.url, ["a"]);
    const runId = await run();
    const elsewhere = `/api/projects/${await makeProject(testApp, organization)}`;
    const { key } = organization.owner;
    for (const path of [
      `${elsewhere}/runs/${runId}/cases`,
      `${elsewhere}/runs/${runId}/comparison/${runId}`,
      `${elsewhere}/suites/${suiteId}/case-histories`,
    ]) {
      const answer = await request(testApp, { method: "GET", path, key });
      expect(answer.status).toBe(404);
    }
    expect(names(await call("GET", `${base}/runs/${runId}/comparison/${runId}`))).toEqual(["a"]);
  });
});

describe("the list of runs", () => {
  it("says what started a run, is limited to it, and finds one run", async () => {
    await using api = await startTargetApi({ "/a": (_, response) => response.end() });
    const { run, base } = await makeSuite(api.url, ["a"]);
    const first = await run();
    const second = await run();
    const ids = async (query: string) =>
      ((await call("GET", `${base}/runs?${query}`))["items"] as unknown as RunRow[]).map(
        ({ id, trigger }) => [id, trigger],
      );
    expect(await ids("trigger=api")).toEqual([
      [second, "api"],
      [first, "api"],
    ]);
    expect(await ids("trigger=manual")).toEqual([]);
    expect(await ids(`runId=${first}`)).toEqual([[first, "api"]]);
  });
});

interface RunRow {
  readonly id: string;
  readonly trigger: string | null;
}
