import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOrganization, makeProject, type MadeOrganization } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSharedDatabase } from "../../testing/test-database.ts";
import { connectAgent, revisions, toolAddress } from "../../testing/tool-client.ts";

/** Two nodes of one region; null if there is no database that they could share. */
let nodes: readonly [TestApp, TestApp] | null = null;
let organization: MadeOrganization;
let projectId: string;

beforeAll(async () => {
  const sharedLocation = await makeSharedDatabase("tool_nodes");
  if (sharedLocation === null) return;
  const first = await buildTestApp({ name: "tools_first", sharedLocation });
  organization = await makeOrganization(first);
  projectId = await makeProject(first, organization, "Shop");
  nodes = [first, await buildTestApp({ name: "tools_second", sharedLocation })];
});

afterAll(async () => {
  await Promise.all(nodes?.map((node) => node.close()) ?? []);
});

async function mintToken(node: TestApp): Promise<string> {
  const made = await request(node, {
    method: "POST",
    path: "/api/staging-tokens",
    key: organization.owner.key,
    body: { name: "agent" },
  });
  return String(made.body["token"]);
}

describe.each(revisions)("an agent that speaks %s to two nodes", (revision) => {
  it("has on one the context and the toolsets that it set on the other", async ({ skip }) => {
    if (nodes === null) {
      skip("No PostgreSQL server answers.");
      return;
    }
    const key = await mintToken(nodes[0]);
    await using first = await connectAgent(nodes[0], { key, revision });
    await using second = await connectAgent(nodes[1], { key, revision });
    expect(await second.names()).not.toContain("run_suite");
    const chosen = await first.call("set_context", { projectId });
    await first.call("enable_toolset", { slug: "testing" });
    expect((await second.call("get_context")).body).toMatchObject({
      ...chosen.body,
      enabledToolsets: ["testing"],
    });
    expect(await second.names()).toContain("run_suite");
    expect((await second.call("create_spec", { name: `Of ${revision}` })).isError).toBe(false);
    await second.call("set_context");
    expect((await first.call("list_specs")).body).toMatchObject({ code: "CONTEXT_REQUIRED" });
  });
});

/** A client that counts its notifications of changed tools. */
async function listen(node: TestApp, key: string) {
  let count = 0;
  const onChanged = () => void (count += 1);
  const client = new Client(
    { name: "listener", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } }, listChanged: { tools: { onChanged } } },
  );
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(await toolAddress(node), { requestInit }));
  return {
    get count() {
      return count;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

describe("an agent that is subscribed to one of two nodes", () => {
  it("is notified once of what its token enabled on the other, and not of other changes", async ({
    skip,
  }) => {
    if (nodes === null) {
      skip("No PostgreSQL server answers.");
      return;
    }
    const [first, second] = nodes;
    const [key, otherKey] = [await mintToken(first), await mintToken(first)];
    await using listener = await listen(first, key);
    await using bystander = await listen(second, otherKey);
    await using agent = await connectAgent(second, { key });
    await using other = await connectAgent(first, { key: otherKey });

    await agent.call("enable_toolset", { slug: "testing" });
    await expect.poll(() => listener.count).toBe(1);
    await agent.call("enable_toolset", { slug: "testing" });
    await agent.call("set_context", { projectId });
    expect(bystander.count).toBe(0);

    await other.call("enable_toolset", { slug: "specs" });
    await expect.poll(() => bystander.count).toBe(1);
    expect(listener.count).toBe(1);
  });
});
