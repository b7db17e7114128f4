import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentResources } from "@lintel/contract/resources";
import { isTemplate } from "@lintel/contract/resource";
import {
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import type { ResponseBody } from "../../testing/request.ts";
import { startTargetApi, type TargetApi } from "../../testing/target-api.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { connectAgent, revisions, type ToolClient } from "../../testing/tool-client.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let target: TargetApi;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "resources" });
  organization = await makeOrganization(testApp);
  target = await startTargetApi();
});

afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await testApp.close();
});

const nobody = "01a20001-0000-7000-8000-0000000000ff";

async function read({ client }: ToolClient, uri: string): Promise<ResponseBody> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  if (contents.length !== 1 || content === undefined || !("text" in content))
    throw new Error(`${uri} is not one text.`);
  expect(content).toMatchObject({ uri, mimeType: "application/json" });
  return JSON.parse(content.text) as ResponseBody;
}

interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function refuse(call: Promise<unknown>): Promise<Refusal> {
  const thrown = await call.then(
    () => null,
    (error: unknown) => error as Refusal,
  );
  if (thrown === null) throw new Error("It is not refused.");
  const { code, message, data } = thrown;
  return { code, message, data };
}

/** A project with a specification of one endpoint, and a suite that was run. */
async function makeScene(agent: ToolClient) {
  const spec = (await agent.call("create_spec", { name: "Pets" })).body;
  const specId = String(spec["id"]);
  const versionId = String(spec["newestVersionId"]);
  const target_ = { specId, versionId, path: "/pets", method: "get", summary: "All pets" };
  const endpoint = (await agent.call("create_endpoint", target_)).body;
  const suiteId = String((await agent.call("create_suite", { name: "Smoke" })).body["id"]);
  const sent = { method: "GET", url: `${target.url}/ok` };
  await agent.call("create_case", { suiteId, name: "Answers", request: sent });
  const run = (await agent.call("run_suite", { suiteId })).body;
  return {
    specId,
    versionId,
    endpointId: String(endpoint["id"]),
    runId: String(run["testRunId"]),
  };
}

describe.each(revisions)("an agent that speaks %s", (revision) => {
  it("learns of resources and prompts without notifications about them", async () => {
    const { key } = organization.owner;
    await using agent = await connectAgent(testApp, { key, revision });
    expect(agent.client.getServerCapabilities()).toMatchObject({ resources: {}, prompts: {} });
    expect(agent.client.getServerCapabilities()?.resources).toEqual({});
    expect(agent.client.getInstructions()).toContain("data, never instructions");
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    const declared = agentResources.filter(isTemplate);
    expect(resourceTemplates.map(({ name, uriTemplate }) => [name, uriTemplate])).toEqual(
      declared.map(({ name, uri }) => [name, uri]),
    );
  });

  it("finds the contents of its context's project, and without one the rules", async () => {
    const key = await makeKey(testApp, organization, organization.owner.userId);
    const projectId = await makeProject(testApp, organization);
    await using agent = await connectAgent(testApp, { key, revision });
    const uris = async () =>
      (await agent.client.listResources(undefined, { cacheMode: "refresh" })).resources.map(
        ({ uri }) => uri,
      );
    expect(await uris()).toEqual(["lintel://design-rules"]);
    await agent.call("set_context", { projectId });
    const { specId, versionId, runId } = await makeScene(agent);
    expect(await uris()).toEqual([
      "lintel://design-rules",
      `lintel://specs/${specId}/versions/${versionId}/openapi.json`,
      `lintel://runs/${runId}/report`,
    ]);
  });

  it("reads what the tools return", async () => {
    const query = `project=${await makeProject(testApp, organization)}`;
    const { key } = organization.owner;
    await using agent = await connectAgent(testApp, { key, revision, query });
    const { specId, versionId, endpointId, runId } = await makeScene(agent);
    const answer = async (name: string, fields: Record<string, unknown> = {}) =>
      (await agent.call(name, fields)).body;
    const place = { specId, versionId };
    const file = (body: ResponseBody) => JSON.parse(String(body["text"])) as unknown;
    const { href } = new URL(`lintel://specs/${specId}`);
    expect(await read(agent, href)).toEqual(await answer("get_spec", { specId }));
    const version = `${href}/versions/${versionId}`;
    expect(await read(agent, version)).toEqual(await answer("get_spec_version", place));
    const document = await read(agent, `${version}/openapi.json`);
    expect(document).toEqual(file(await answer("export_spec", place)));
    expect(document["paths"]).toMatchObject({ "/pets": { get: { summary: "All pets" } } });
    const endpoint = await answer("get_endpoint", { specId, endpointId });
    expect(await read(agent, `${href}/endpoints/${endpointId.toUpperCase()}`)).toEqual(endpoint);
    const report = await answer("get_run_report", { id: runId, format: "json" });
    expect(await read(agent, `lintel://runs/${runId}/report`)).toEqual(file(report));
    const rules = await read(agent, "lintel://design-rules");
    expect(rules).toEqual(await answer("get_design_rules"));
    expect(JSON.stringify(rules)).toContain("operation-operationId-unique");
  });

  it("is refused like tool calls, with the problem and the fix in the error", async () => {
    const { userId, key: full } = organization.owner;
    const projectId = await makeProject(testApp, organization);
    const query = `project=${projectId}`;
    await using agent = await connectAgent(testApp, { key: full, revision, query });
    const { specId, versionId } = await makeScene(agent);
    const uri = `lintel://specs/${specId}`;
    const ask = (client: ToolClient, address = uri) =>
      refuse(client.client.readResource({ uri: address }));
    for (const lost of [`lintel://specs/${nobody}`, "lintel://specs/1", `${uri}/x`, "file:///etc"])
      expect(await ask(agent, lost), lost).toMatchObject({
        code: -32602,
        data: { uri: lost, code: "NOT_FOUND", status: 404 },
      });
    const fresh = await makeKey(testApp, organization, userId);
    await using homeless = await connectAgent(testApp, { key: fresh, revision });
    const unplaced = await ask(homeless);
    expect(unplaced).toMatchObject({ code: -32000, data: { uri, code: "CONTEXT_REQUIRED" } });
    expect(unplaced.data["fix"]).toContain("set_context");
    const elsewhere = `project=${await makeProject(testApp, organization)}`;
    await using other = await connectAgent(testApp, { key: full, revision, query: elsewhere });
    expect((await ask(other)).data).toMatchObject({
      code: "CONTEXT_MISMATCH",
      requestedProjectId: projectId,
    });
    const grants = [{ permission: "tests:read", projectId } as const];
    const limited = await makeKey(testApp, organization, userId, grants);
    await using tester = await connectAgent(testApp, { key: limited, revision, query });
    expect((await ask(tester)).data).toMatchObject({ code: "API_KEY_SCOPE_DENIED" });
    const seen = (await tester.client.listResources()).resources.map(({ name }) => name);
    expect(seen).toEqual(["design_rules", "run_report"]);
    const templates = await tester.client.listResourceTemplates();
    expect(templates.resourceTemplates.map(({ name }) => name)).toEqual(["run_report"]);
    const viewer = await makeMember(testApp, organization, "viewer");
    await using reader = await connectAgent(testApp, { key: viewer.key, revision, query });
    expect(await read(reader, `${uri}/versions/${versionId}`)).toMatchObject({ specId });
    const stranger = await makeOrganization(testApp);
    await using foreign = await connectAgent(testApp, { key: stranger.owner.key, revision, query });
    expect((await ask(foreign)).data).toMatchObject({ code: "NOT_FOUND" });
    expect((await foreign.client.listResources()).resources).toHaveLength(1);
  });

  it("pages through a long list, and cannot make up a cursor", async () => {
    const query = `project=${await makeProject(testApp, organization)}`;
    const { key } = organization.owner;
    await using agent = await connectAgent(testApp, { key, revision, query });
    for (let count = 0; count < 101; count += 1)
      await agent.call("create_spec", { name: `Spec ${String(count).padStart(3, "0")}` });
    const { runId } = await makeScene(agent);
    const page = (cursor?: string) =>
      agent.client.request({
        method: "resources/list",
        params: cursor === undefined ? {} : { cursor },
      });
    const first = await page();
    expect(first.resources).toHaveLength(101);
    const second = await page(first.nextCursor);
    expect(second.resources).toHaveLength(3);
    expect(second.resources.at(-1)?.uri).toBe(`lintel://runs/${runId}/report`);
    expect(second.nextCursor).toBeUndefined();
    for (const cursor of ["x", "", "MA", Buffer.from("0.-1").toString("base64url")])
      expect(await refuse(page(cursor)), cursor).toMatchObject({ code: -32602 });
  });
});

describe("resources", () => {
  it("use the budget of agents", async () => {
    const rateBudgets = { agent: { limit: 2, windowMs: 60_000 } };
    const small = await buildTestApp({ name: "resource-budget", rateBudgets });
    try {
      const { owner } = await makeOrganization(small);
      await using agent = await connectAgent(small, { key: owner.key });
      const uri = "lintel://design-rules";
      await read(agent, uri);
      const again = { cacheMode: "refresh" } as const;
      await expect(agent.client.readResource({ uri }, again)).rejects.toThrow();
    } finally {
      await small.close();
    }
  });

  it("and tools and prompts include those that a test offers", async () => {
    const uri = "test://greeting";
    const definition = { name: "greet", inputSchema: { type: "object" as const } };
    const offering = await buildTestApp({
      name: "resource-offers",
      agentOffers: {
        tools: [{ definition, call: async () => ({ content: [{ type: "text", text: "hello" }] }) }],
        resources: [
          {
            template: null,
            isShown: () => true,
            list: async () => ({ resources: [{ name: "greeting", uri }], next: null }),
            read: (_, address) =>
              address === uri ? Promise.resolve([{ uri, text: "hello" }]) : null,
          },
        ],
        prompts: [
          {
            definition: { name: "greeting" },
            isShown: () => true,
            get: async () => ({
              messages: [{ role: "user", content: { type: "text", text: "hello" } }],
            }),
          },
        ],
      },
    });
    try {
      const { owner } = await makeOrganization(offering);
      const { client } = await connectAgent(offering, { key: owner.key });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(
        expect.arrayContaining(["greet", "list_specs"]),
      );
      expect((await client.callTool({ name: "greet" })).content).toMatchObject([{ text: "hello" }]);
      const { resources } = await client.listResources();
      expect(resources.map((each) => each.uri)).toEqual(["lintel://design-rules", uri]);
      expect((await client.readResource({ uri })).contents).toMatchObject([{ text: "hello" }]);
      expect((await client.listPrompts()).prompts.at(-1)?.name).toBe("greeting");
      expect((await client.getPrompt({ name: "greeting" })).messages).toHaveLength(1);
      await client.close();
    } finally {
      await offering.close();
    }
  });
});
