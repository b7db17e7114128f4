import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolOf } from "@lintel/contract/prompt";
import { agentPrompts } from "@lintel/contract/prompts";
import {
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { connectAgent, revisions, type ToolClient } from "../../testing/tool-client.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let query: string;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "prompts" });
  organization = await makeOrganization(testApp);
  query = `project=${await makeProject(testApp, organization)}`;
});

afterAll(() => testApp.close());

async function makeEndpoint(agent: ToolClient, name: string) {
  const spec = (await agent.call("create_spec", { name })).body;
  const place = { specId: String(spec["id"]), versionId: String(spec["newestVersionId"]) };
  const target = { ...place, path: "/pets", method: "get", summary: "All pets" };
  const { body } = await agent.call("create_endpoint", target);
  return { ...place, endpointId: String(body["id"]) };
}

/** The instructions of a prompt, and its data by address. */
async function fill({ client }: ToolClient, name: string, fields: Record<string, string>) {
  const { messages } = await client.getPrompt({ name, arguments: fields });
  const [first, ...others] = messages;
  if (first?.content.type !== "text") throw new Error(`${name} begins with no instructions.`);
  const data = others.map(({ content }) => {
    if (content.type !== "resource" || !("text" in content.resource))
      throw new Error(`${name} brings along what is no resource.`);
    return [content.resource.uri, JSON.parse(content.resource.text) as unknown] as const;
  });
  return { instructions: first.content.text, data: Object.fromEntries(data) };
}

describe.each(revisions)("an agent that speaks %s", (revision) => {
  it("finds the prompts whose tools it may call", async () => {
    const names = async (key: string, address: string) => {
      await using agent = await connectAgent(testApp, { key, revision, query: address });
      return (await agent.client.listPrompts()).prompts.map(({ name }) => name);
    };
    const { key } = organization.owner;
    expect(await names(key, query)).toEqual(agentPrompts.map(({ name }) => name));
    expect(await names(key, `${query}&readonly=1`)).toEqual(["review_api"]);
    const viewer = await makeMember(testApp, organization, "viewer");
    expect(await names(viewer.key, query)).toEqual(["review_api"]);
  });

  it("learns which tools to call, in which order and on what", async () => {
    const { key } = organization.owner;
    await using agent = await connectAgent(testApp, { key, revision, query });
    const { specId, versionId, endpointId } = await makeEndpoint(agent, `Pets ${revision}`);
    const spec = `lintel://specs/${specId}`;
    const version = `${spec}/versions/${versionId}`;
    const endpoint = `${spec}/endpoints/${endpointId}`;
    const tests = await fill(agent, "write_tests", { specId, versionId, endpointId });
    expect(Object.keys(tests.data)).toEqual([version, endpoint]);
    expect(tests.data[endpoint]).toEqual(
      (await agent.call("get_endpoint", { specId, endpointId })).body,
    );
    const newest = await fill(agent, "review_api", { specId });
    expect(newest.data).toMatchObject({ [spec]: { newestVersionId: versionId } });
    const one = await fill(agent, "review_api", { specId, versionId });
    expect(one.data).toMatchObject({ [version]: { id: versionId } });
    const design = await fill(agent, "design_api", { requirements: "Pets can be adopted." });
    expect(Object.keys(design.data)).toEqual([
      "lintel://design-rules",
      "lintel://prompts/design_api/arguments",
    ]);
    expect(design.instructions).not.toContain("adopted");
    const shown = await agent.names();
    const filled = { design_api: design, review_api: one, write_tests: tests };
    for (const declared of agentPrompts) {
      const { instructions } = filled[declared.name as keyof typeof filled];
      const places = declared.tools.map((operation) => instructions.indexOf(toolOf(operation)));
      expect(places, declared.name).not.toContain(-1);
      expect(places, declared.name).toEqual(places.toSorted((left, right) => left - right));
      for (const [named = ""] of instructions.matchAll(/\b[a-z]+_[a-z_]+\b/g))
        expect(shown, declared.name).toContain(named);
    }
  });

  it("learns what is wrong with its arguments", async () => {
    const { key } = organization.owner;
    await using agent = await connectAgent(testApp, { key, revision, query });
    const ask = (name: string, fields: Record<string, string>) =>
      agent.client.getPrompt({ name, arguments: fields });
    const specId = "01a20001-0000-7000-8000-0000000000ff";
    await expect(ask("make_coffee", {})).rejects.toMatchObject({ code: -32602 });
    for (const [fields, field] of [
      [{}, "specId"],
      [{ specId: "Pets" }, "specId"],
      [{ specId, versionId: "1" }, "versionId"],
      [{ specId, colour: "red" }, "colour"],
    ] as const)
      await expect(ask("review_api", fields)).rejects.toMatchObject({
        code: -32602,
        data: { code: "VALIDATION_FAILED", errors: [{ field }] },
      });
    await expect(ask("review_api", { specId })).rejects.toMatchObject({
      code: -32602,
      data: { code: "NOT_FOUND" },
    });
    const requirements = "x".repeat(20_001);
    await expect(ask("design_api", { requirements })).rejects.toMatchObject({ code: -32602 });
  });
});
