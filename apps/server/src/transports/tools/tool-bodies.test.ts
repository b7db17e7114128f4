import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeProject } from "../../testing/factories.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { connectAgent, type ToolClient } from "../../testing/tool-client.ts";

let testApp: TestApp;
let agent: ToolClient;
let key: string;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "tool-bodies" });
  const organization = await makeOrganization(testApp);
  key = organization.owner.key;
  const projectId = await makeProject(testApp, organization);
  agent = await connectAgent(testApp, { key, query: `?project=${projectId}` });
});

afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await testApp.close();
});

const environment = { name: "staging", baseUrl: "https://staging.example" };

describe("a call of a tool", () => {
  it("may send null for an omitted field", async () => {
    const made = await agent.call("create_environment", {
      ...environment,
      type: null,
      variables: null,
    });
    expect(made.body).toMatchObject({ name: "staging", type: "custom", variables: [] });
    const refused = await agent.call("create_environment", { name: null, baseUrl: null });
    expect(refused.body).toMatchObject({ code: "VALIDATION_FAILED" });
  });

  it("may contain a member named __proto__, which is kept", async () => {
    const variables = JSON.parse('{"value":{"__proto__":{"a":1},"constructor":{"prototype":2}}}');
    const made = await agent.call("create_suite", { name: "names", variables });
    expect(made.isError, JSON.stringify(made.body)).toBe(false);
    const read = await agent.call("get_suite", { suiteId: made.body["id"] });
    expect(JSON.stringify(read.body["variables"])).toBe(JSON.stringify(variables));
  });

  it("of a few megabytes is read, and of too many is refused with a problem", async () => {
    const say = (mebibytes: number) =>
      agent.call("create_suite", { name: "large", description: "x".repeat(mebibytes * 1024 ** 2) });
    for (const mebibytes of [6, 19])
      expect((await say(mebibytes)).body).toMatchObject({
        code: "VALIDATION_FAILED",
        errors: [{ field: "description", code: "maxLength" }],
      });
    const payload = JSON.stringify({ text: "x".repeat(21 * 1024 ** 2) });
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const refused = await testApp.app.inject({ method: "POST", url: "/mcp", headers, payload });
    expect(refused.statusCode).toBe(413);
    expect(refused.json()).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      detail: "The body may have 20 MiB.",
    });
  });
});
