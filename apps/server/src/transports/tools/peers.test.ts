import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolOperations } from "@lintel/contract/tools";
import {
  makeKey,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { protocolPeers } from "../../testing/protocol-peers.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { toolAddress } from "../../testing/tool-client.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let projectId: string;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "peers" });
  organization = await makeOrganization(testApp);
  projectId = await makeProject(testApp, organization);
});

afterAll(() => testApp.close());

describe.each(protocolPeers)("$name", ({ name: peerName, connect, revision }) => {
  const enter = async () => {
    const key = await makeKey(testApp, organization, organization.owner.userId);
    return { key, peer: await connect(await toolAddress(testApp), key) };
  };

  it("agrees on a revision, and finds every tool", async () => {
    await using peer = (await enter()).peer;
    expect(peer.revision).toBe(revision);
    const names = toolOperations.map(({ tool }) => tool.name);
    expect((await peer.names()).sort()).toEqual(names.sort());
  });

  it("works in its chosen context, also on later connections", async () => {
    const { key, peer } = await enter();
    const homeless = await peer.call("list_specs");
    expect(homeless).toMatchObject({ isError: true });
    expect(JSON.parse(homeless.content[0]?.text ?? "")).toMatchObject({
      code: "CONTEXT_REQUIRED",
      fix: expect.stringContaining("set_context") as unknown,
    });
    await peer.call("set_context", { projectId });
    const made = await peer.call("create_spec", { name: `Of ${peerName}` });
    expect(made.isError ?? false).toBe(false);
    expect(made.structuredContent).toMatchObject({ name: `Of ${peerName}` });
    await peer[Symbol.asyncDispose]();
    await using later = await connect(await toolAddress(testApp), key);
    const { structuredContent } = await later.call("get_context");
    expect(structuredContent).toMatchObject({ project: { id: projectId } });
    const listed = await later.call("list_specs", { name: `Of ${peerName}` });
    expect(listed.structuredContent).toMatchObject({ totalCount: 1 });
  });

  it("gets errors for an unknown tool and an invalid credential", async () => {
    await using peer = (await enter()).peer;
    await expect(peer.call("make_coffee")).rejects.toThrow("Unknown tool");
    const address = await toolAddress(testApp);
    await expect(connect(address, "svc_live_nobodys")).rejects.toThrow(/401|API_KEY_INVALID/);
  });
});
