import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { connectAgent, toolAddress } from "../../testing/tool-client.ts";

let testApp: TestApp;
let organization: MadeOrganization;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "list-changed" });
  organization = await makeOrganization(testApp);
});

afterAll(() => testApp.close());

async function mintToken(): Promise<string> {
  const { key } = organization.owner;
  const path = "/api/staging-tokens";
  const made = await request(testApp, { method: "POST", path, key, body: { name: "agent" } });
  return String(made.body["token"]);
}

/** A client that updates its list of tools when notified. */
async function listen(key: string) {
  let known: string[] | null = null;
  const client = new Client(
    { name: "listener", version: "1.0.0" },
    {
      versionNegotiation: { mode: { pin: "2026-07-28" } },
      listChanged: {
        tools: {
          onChanged: (_, tools) => {
            known = tools?.map(({ name }) => name) ?? null;
          },
        },
      },
    },
  );
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const address = await toolAddress(testApp);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
  return {
    client,
    get known() {
      return known;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

describe("a subscribed client", () => {
  it("is notified of a toolset that its token enabled on any connection", async () => {
    const key = await mintToken();
    await using listener = await listen(key);
    expect(listener.client.autoOpenedSubscription?.honoredFilter).toEqual({
      toolsListChanged: true,
    });
    await using agent = await connectAgent(testApp, { key });
    await agent.call("list_projects");
    expect(listener.known).toBeNull();
    await agent.call("enable_toolset", { slug: "testing" });
    await expect.poll(() => listener.known).toContain("run_suite");
    await using earlier = await connectAgent(testApp, { key, revision: "2025-11-25" });
    await earlier.call("enable_toolset", { slug: "specs" });
    await expect.poll(() => listener.known).toContain("lint_spec_version");
  });

  it("cannot subscribe if its key sees all tools from the start", async () => {
    await using listener = await listen(organization.owner.key);
    expect(listener.client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: false },
    });
    expect(listener.client.autoOpenedSubscription).toBeUndefined();
  });

  it("gets no notifications in a revision without a stream for them", async () => {
    await using earlier = await connectAgent(testApp, {
      key: await mintToken(),
      revision: "2025-11-25",
    });
    expect(earlier.client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
  });

  it("is disconnected when the server stops", async () => {
    const stopping = await buildTestApp({ name: "list-changed-stop" });
    const owner = await makeOrganization(stopping);
    const made = await request(stopping, {
      method: "POST",
      path: "/api/staging-tokens",
      key: owner.owner.key,
      body: { name: "agent" },
    });
    await using agent = await connectAgent(stopping, { key: String(made.body["token"]) });
    const subscription = await agent.client.listen({ toolsListChanged: true });

    await stopping.close();

    expect(await subscription.closed).toBe("graceful");
  });
});
