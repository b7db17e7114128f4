import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idCompletions } from "@lintel/contract/completions";
import { agentPrompts } from "@lintel/contract/prompts";
import { agentResources } from "@lintel/contract/resources";
import {
  makeKey,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { connectAgent, revisions, type ToolClient } from "../../testing/tool-client.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let query: string;
const shop = { specId: "", versionId: "", endpointId: "" };
const specIds: string[] = [];
let runId: string;

const versionUri = "lintel://specs/{specId}/versions/{versionId}";
const reportUri = "lintel://runs/{runId}/report";

beforeAll(async () => {
  testApp = await buildTestApp({ name: "completions" });
  organization = await makeOrganization(testApp);
  query = `project=${await makeProject(testApp, organization)}`;
  await using agent = await connectAgent(testApp, { key: organization.owner.key, query });
  for (const name of ["Book shop", "Bookings", "Weather"]) {
    const { body } = await agent.call("create_spec", { name });
    specIds.push(String(body["id"]));
    if (name === "Book shop")
      Object.assign(shop, { specId: body["id"], versionId: body["newestVersionId"] });
  }
  const place = { specId: shop.specId, versionId: shop.versionId };
  for (const path of ["/pets", "/orders"]) {
    const target = { ...place, path, method: "get", summary: `All of ${path}` };
    const { body } = await agent.call("create_endpoint", target);
    if (path === "/orders") shop.endpointId = String(body["id"]);
  }
  runId = await runSuite(agent);
});

afterAll(() => testApp.close());

/** A finished run: its case gets no answer, but the run has a report. */
async function runSuite(agent: ToolClient): Promise<string> {
  const suiteId = (await agent.call("create_suite", { name: "Smoke" })).body["id"];
  const request = { method: "GET", url: "http://127.0.0.1:9/" };
  await agent.call("create_case", { suiteId, name: "Asks", request });
  return String((await agent.call("run_suite", { suiteId })).body["testRunId"]);
}

type Ref = { readonly prompt: string } | { readonly uri: string };

async function complete(
  { client }: ToolClient,
  on: Ref,
  [name, value]: readonly [name: string, value: string],
  known?: Record<string, string>,
) {
  const ref =
    "prompt" in on
      ? ({ type: "ref/prompt", name: on.prompt } as const)
      : ({ type: "ref/resource", uri: on.uri } as const);
  const context = known === undefined ? {} : { context: { arguments: known } };
  const { completion } = await client.complete({ ref, argument: { name, value }, ...context });
  return completion;
}

describe.each(revisions)("an agent that speaks %s", (revision) => {
  const enter = (key = organization.owner.key, address = query) =>
    connectAgent(testApp, { key, revision, query: address });

  it("learns that ids are completed", async () => {
    await using agent = await enter();
    expect(agent.client.getServerCapabilities()).toMatchObject({ completions: {} });
  });

  it("finds a specification by its name or the beginning of its id", async () => {
    await using agent = await enter();
    const find = async (value: string) =>
      (await complete(agent, { prompt: "review_api" }, ["specId", value])).values.toSorted();
    expect(await find("")).toEqual(specIds.toSorted());
    expect(await find("BOOK")).toEqual(specIds.slice(0, 2).toSorted());
    expect(await find("book shop")).toEqual([shop.specId]);
    expect(await find(shop.specId.toUpperCase())).toEqual([shop.specId]);
    expect(await find("nothing of the kind")).toEqual([]);
  });

  it("finds versions and endpoints of the chosen specification", async () => {
    await using agent = await enter();
    const { specId, versionId, endpointId } = shop;
    const tests = { prompt: "write_tests" };
    expect(await complete(agent, { uri: versionUri }, ["versionId", "1."], { specId })).toEqual({
      values: [versionId],
      total: 1,
      hasMore: false,
    });
    const known = { specId, versionId };
    for (const typed of ["get /ord", "all of /orders", endpointId.slice(0, 35)])
      expect((await complete(agent, tests, ["endpointId", typed], known)).values).toEqual([
        endpointId,
      ]);
    for (const less of [undefined, { specId: "Book shop" }, { versionId }])
      expect((await complete(agent, tests, ["endpointId", ""], less)).values).toEqual([]);
    const elsewhere = { specId: specIds[2] ?? "" };
    expect((await complete(agent, tests, ["endpointId", ""], elsewhere)).values).toEqual([]);
  });

  it("finds the runs that have a report", async () => {
    await using agent = await enter();
    expect((await complete(agent, { uri: reportUri }, ["runId", "smo"])).values).toEqual([runId]);
  });

  it("finds nothing that it may not read", async () => {
    const typed = ["versionId", ""] as const;
    const known = { specId: shop.specId };
    const find = async (key: string, address: string) => {
      await using agent = await enter(key, address);
      return (await complete(agent, { uri: versionUri }, typed, known)).values;
    };
    const { owner } = organization;
    const reader = await makeKey(testApp, organization, owner.userId, [
      { permission: "specs:read", projectId: null },
    ]);
    expect(await find(reader, query)).toEqual([shop.versionId]);
    const tester = await makeKey(testApp, organization, owner.userId, [
      { permission: "tests:read", projectId: null },
    ]);
    expect(await find(tester, query)).toEqual([]);
    expect(await find((await makeOrganization(testApp)).owner.key, query)).toEqual([]);
    expect(await find(owner.key, "")).toEqual([]);
  });

  it("is refused for an unknown prompt or template, and finds no texts", async () => {
    await using agent = await enter();
    const specId = ["specId", ""] as const;
    for (const wrong of [{ prompt: "make_coffee" }, { uri: "lintel://specs/{other}" }])
      await expect(complete(agent, wrong, specId)).rejects.toMatchObject({ code: -32602 });
    expect((await complete(agent, { prompt: "review_api" }, ["runId", ""])).values).toEqual([]);
    expect((await complete(agent, { prompt: "design_api" }, ["requirements", "a"])).values).toEqual(
      [],
    );
  });
});

it("every id argument of a prompt or a template is completed", () => {
  const taken = [
    ...agentPrompts.flatMap((each) =>
      each.arguments.filter(({ kind }) => kind === "id").map(({ name }) => name),
    ),
    ...agentResources.flatMap(({ uri }) => [...uri.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)),
  ];
  expect(new Set(idCompletions.map(({ name }) => name))).toEqual(new Set(taken));
});
