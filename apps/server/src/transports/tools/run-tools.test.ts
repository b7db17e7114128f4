import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { makeKey, makeOrganization, makeProject } from "../../testing/factories.ts";
import { startTargetApi } from "../../testing/target-api.ts";
import { useTestApp } from "../../testing/test-app.ts";
import { connectAgent, type ToolAnswer } from "../../testing/tool-client.ts";

const equals = (source: string, expected: unknown, path?: string) => ({
  source,
  operator: "equals",
  expected,
  ...(path === undefined ? {} : { path }),
});
const text = "Lorem ipsum dolor sit amet, consetetur sadipscing elitr. ".repeat(200);
const suite = {
  name: "Orders",
  cases: [
    { name: "good", request: { method: "GET", url: "/ok" } },
    {
      name: "bad",
      request: { method: "GET", url: "/status/404" },
      assertions: [equals("status", 200)],
    },
    {
      name: "long",
      request: { method: "POST", url: "/long", body: { type: "text", text } },
      assertions: [equals("body", text), equals("jsonPath", text, "$.a"), equals("body", text)],
    },
  ],
};

it("returns a run's counts and complete failures, and the rest on request", async () => {
  const testApp = await useTestApp();
  const organization = await makeOrganization(testApp);
  await using target = await startTargetApi({
    "/long": (_, response) => response.end(JSON.stringify({ a: text.replaceAll("e", "é") })),
  });
  const projectId = await makeProject(testApp, organization);
  const key = await makeKey(testApp, organization, organization.owner.userId);
  await using agent = await connectAgent(testApp, { key });
  const call = async (name: string, fields: Record<string, unknown>) => {
    const { isError, body }: ToolAnswer = await agent.call(name, fields);
    expect(isError, JSON.stringify(body)).toBe(false);
    return body;
  };
  await call("set_context", { projectId });
  const { id: suiteId } = await call("import_suite", { yaml: JSON.stringify(suite) });
  const environment = await call("create_environment", { name: "here", baseUrl: target.url });
  const run = await call("run_suite", {
    suiteId,
    environmentId: environment["id"],
    iterations: 50,
  });
  expect(run).toMatchObject({ totalTests: 150, passedTests: 50, failedTests: 100 });
  expect(countTokens(JSON.stringify(run))).toBeLessThan(4000);
  const shown = run["results"] as unknown as Record<string, unknown>[];
  expect(shown[0]).toMatchObject({
    name: "bad",
    verdict: "failed",
    exchange: { request: { method: "GET" }, response: { status: 404 } },
  });
  expect(shown.map(({ name }) => name)).toContain("long");
  const runId = run["testRunId"];
  const rest = await call("list_run_results", { runId, verdict: "failed", skip: 99, take: 5 });
  expect(rest).toMatchObject({
    totalCount: 100,
    items: [{ name: "long", iteration: 50, exchange: { response: { status: 200 } } }],
  });
  expect(await call("list_run_results", { runId })).toMatchObject({ totalCount: 150, take: 10 });
  for (const fields of [{ runId }, { id: runId }]) {
    expect(await call("get_run_status", fields)).toMatchObject({ id: runId, status: "finished" });
    expect(await call("get_run_report", fields)).toMatchObject({ mediaType: "application/xml" });
    expect(await call("cancel_run", fields)).toMatchObject({ id: runId });
  }
  const other = await agent.call("list_run_results", { runId: crypto.randomUUID() });
  expect(other.body).toMatchObject({ code: "NOT_FOUND" });
});
