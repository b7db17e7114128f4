import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolOperations } from "@lintel/contract/tools";
import { grantablePermissions } from "@lintel/contract/words/permissions";
import {
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { connectAgent, revisions, toolAddress } from "../../testing/tool-client.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let projectId: string;
let key: string;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "tools", hostNames: ["lintel.example.com"] });
  organization = await makeOrganization(testApp);
  projectId = await makeProject(testApp, organization);
  key = organization.owner.key;
});

afterAll(() => testApp.close());

const nobody = "01a20001-0000-7000-8000-0000000000ff";
const lostParameter = {
  specId: nobody,
  endpointId: nobody,
  name: "limit",
  location: "query",
  schemaType: "integer",
};

/** Sends a raw message that no client would send. */
async function post(
  body: unknown,
  headers: Record<string, string> = {},
  query = "",
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const address = await toolAddress(testApp);
  address.search = query;
  const response = await fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "x-api-key": key,
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

const listing = { jsonrpc: "2.0", id: 1, method: "tools/list" };

/** Tools of the organization, which a project only limits. */
const ofOrganization: ReadonlySet<string> = new Set([
  "create_webhook",
  "list_activity",
  "list_webhooks",
]);

describe.each(revisions)("an agent that speaks %s", (revision) => {
  it("finds tools with schemas and all four hints, and the server's identity", async () => {
    await using agent = await connectAgent(testApp, { key, revision });
    expect(agent.client.getServerVersion()?.name).toBe("lintel");
    const { tools } = await agent.client.listTools();
    expect(tools.length).toBe(toolOperations.length);
    for (const tool of tools) {
      expect(tool.inputSchema.type, tool.name).toBe("object");
      expect(tool.outputSchema?.["type"], tool.name).toBe("object");
      expect(Object.keys(tool.annotations ?? {}), tool.name).toHaveLength(4);
      // The project of any other tool is that of the key or of the context.
      const hasProject = ofOrganization.has(tool.name) || tool.name === "set_context";
      expect("projectId" in (tool.inputSchema.properties ?? {}), tool.name).toBe(hasProject);
    }
  });

  it("learns what to do about a call that fails", async () => {
    await using agent = await connectAgent(testApp, { key, revision });
    const homeless = await agent.call("add_parameter", lostParameter);
    expect(homeless).toMatchObject({ isError: true, body: { code: "CONTEXT_REQUIRED" } });
    await using placed = await connectAgent(testApp, {
      key,
      revision,
      query: `project=${projectId}`,
    });
    const lost = await placed.call("add_parameter", lostParameter);
    expect(lost.body).toMatchObject({ code: "NOT_FOUND", status: 404, instance: "/mcp" });
    const wrong = await placed.call("add_parameter", { ...lostParameter, location: "nowhere" });
    expect(wrong.body).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [{ field: "location" }],
    });
    const named = await placed.call("add_parameter", { ...lostParameter, projectId });
    expect(named.body).toMatchObject({ errors: [{ field: "projectId" }] });
  });

  it("gets a protocol error for an unknown tool", async () => {
    await using agent = await connectAgent(testApp, { key, revision });
    await expect(agent.client.callTool({ name: "make_coffee" })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it("is served by the region of its address", async () => {
    const us = await makeOrganization(testApp, { region: "us" });
    const inUs = { key: us.owner.key, revision, region: "us" } as const;
    await using agent = await connectAgent(testApp, inUs);
    expect(await agent.names()).toContain("add_parameter");
    await expect(connectAgent(testApp, { key: us.owner.key, revision })).rejects.toThrow();
  });
});

describe("the endpoint", () => {
  it("requires a credential before it reads anything, with a bare challenge", async () => {
    for (const wrong of [{ "x-api-key": "" }, { "x-api-key": "svc_live_x" }]) {
      const refused = await post("{", wrong);
      expect(refused).toMatchObject({ status: 401 });
      expect(refused.headers.get("www-authenticate")).toMatch(/^Bearer .*resource_metadata="/);
    }
    const cookie = await post(listing, { "x-api-key": "", cookie: `key=${key}` });
    expect(cookie.body).toMatchObject({ code: "API_KEY_MISSING" });
    const both = await post(listing, { authorization: "Bearer svc_live_other" });
    expect(both.body).toMatchObject({ code: "VALIDATION_FAILED" });
    const inAddress = await post(listing, {}, `key=${key}`);
    expect(inAddress).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
  });

  it("refuses pages of other origins, and unknown host names", async () => {
    const inject = (headers: Record<string, string>) =>
      testApp.app.inject({
        method: "POST",
        url: "/mcp",
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "x-api-key": key,
          ...headers,
        },
        payload: JSON.stringify(listing),
      });
    const statusOf = async (headers: Record<string, string>) => (await inject(headers)).statusCode;
    expect(await statusOf({ host: "lintel.example.com:4000" })).toBe(200);
    expect(await statusOf({ host: "192.0.2.7:4000" })).toBe(200);
    expect(await statusOf({ host: "evil.example" })).toBe(403);
    expect(await statusOf({ origin: "http://localhost:6274" })).toBe(200);
    expect(await statusOf({ origin: "https://lintel.example.com" })).toBe(200);
    for (const origin of ["https://evil.example", "null", "http://192.0.2.7", ""])
      expect((await inject({ origin })).json(), origin).toMatchObject({ code: "ORIGIN_REFUSED" });
  });

  it("answers an invalid message with a protocol error", async () => {
    expect(await post("{")).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
    expect(await post([listing])).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { arguments: 1 } };
    expect((await post(call)).body).toMatchObject({ error: { code: -32602 } });
  });

  it("accepts only POST", async () => {
    const response = await fetch(await toolAddress(testApp), { headers: { "x-api-key": key } });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("restricts what a connection sees, and refuses unknown words", async () => {
    await using reading = await connectAgent(testApp, { key, query: "readonly=1" });
    const writes = toolOperations.filter(({ effect }) => effect !== "read");
    const shown = await reading.names();
    for (const { tool } of writes) expect(shown).not.toContain(tool.name);
    expect((await reading.call("add_parameter", lostParameter)).body).toMatchObject({
      code: "CONNECTION_READ_ONLY",
    });
    await using few = await connectAgent(testApp, { key, query: "toolsets=testing" });
    expect(await few.names()).not.toContain("add_parameter");
    expect((await post(listing, {}, "toolsets=cooking")).body).toMatchObject({
      code: "TOOLSET_UNKNOWN",
      toolsets: expect.arrayContaining(["core", "endpoints"]) as unknown,
    });
    for (const query of ["readonly=maybe", "project=x", "colour=red", "readonly=1&readonly=0"])
      expect((await post(listing, {}, query)).body).toMatchObject({ code: "VALIDATION_FAILED" });
  });
});

describe("the budget of agents", () => {
  it("is separate, and is reported by the called tool", async () => {
    const rateBudgets = { agent: { limit: 2, windowMs: 60_000 } };
    const small = await buildTestApp({ name: "tool-budget", rateBudgets });
    try {
      const { owner } = await makeOrganization(small);
      await using agent = await connectAgent(small, { key: owner.key });
      await agent.names();
      const refused = await agent.call("add_parameter", lostParameter);
      const { code, retryAfterSeconds } = refused.body;
      expect(code).toBe("RATE_LIMITED");
      expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
      await expect(agent.client.listTools(undefined, { cacheMode: "refresh" })).rejects.toThrow();
      const rest = await small.app.inject({ url: "/api/me", headers: { "x-api-key": owner.key } });
      expect(rest.statusCode).toBe(200);
    } finally {
      await small.close();
    }
  });
});

describe("a tool is listed where it may be called, and only there", () => {
  it.each(["viewer", "member", "admin"] as const)("for a %s with a full key", async (role) => {
    const member = await makeMember(testApp, organization, role);
    await expectMatrix(member.key);
  });

  it.each(grantablePermissions)("for a key with only %s", async (permission) => {
    const grants = [{ permission, projectId: null }];
    await expectMatrix(await makeKey(testApp, organization, organization.owner.userId, grants));
  });

  async function expectMatrix(held: string): Promise<void> {
    await using agent = await connectAgent(testApp, { key: held });
    const listed = new Set(await agent.names());
    for (const { tool } of toolOperations) {
      const { body } = await agent.call(tool.name);
      const isRefused = /_DENIED|ROLE_INSUFFICIENT/.test(String(body["code"]));
      expect([tool.name, !isRefused]).toEqual([tool.name, listed.has(tool.name)]);
    }
  }
});
