import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolOperations } from "@lintel/contract/tools";
import { systemClock } from "../../platform/clock.ts";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type TestResponse } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { connectAgent } from "../../testing/tool-client.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let shop: string;
let laterMs = 0;

beforeAll(async () => {
  const clock = { ...systemClock, now: () => new Date(Date.now() + laterMs) };
  testApp = await buildTestApp({ name: "staging", clock });
  organization = await makeOrganization(testApp);
  shop = await makeProject(testApp, organization, "Shop");
});

afterAll(() => testApp.close());

function mint(key: string, body: object = {}): Promise<TestResponse> {
  const path = "/api/staging-tokens";
  return request(testApp, { method: "POST", path, key, body: { name: "agent", ...body } });
}

async function mintToken(body: object = {}, key = organization.owner.key): Promise<string> {
  const made = await mint(key, body);
  expect(made.status).toBe(201);
  return String(made.body["token"]);
}

const whoAmI = (key: string) => request(testApp, { method: "GET", path: "/api/me", key });

describe("a staging token", () => {
  it("sees the core and enabled toolsets on every connection", async () => {
    const key = await mintToken();
    await using agent = await connectAgent(testApp, { key });
    const core = toolOperations.filter(({ tool }) => /^(?:core|endpoints)$/.test(tool.toolset));
    expect((await agent.names()).sort()).toEqual(core.map(({ tool }) => tool.name).sort());
    // A hidden tool can still be called by its name.
    await agent.call("set_context", { projectId: shop });
    expect((await agent.call("list_suites")).isError).toBe(false);
    await agent.call("enable_toolset", { slug: "testing" });
    await using other = await connectAgent(testApp, { key, revision: "2025-11-25" });
    expect(await other.names()).toContain("run_suite");
    expect(await other.names()).not.toContain("lint_spec_version");
  });

  it("opens only the tool server", async () => {
    const token = await mintToken();
    expect((await whoAmI(token)).body).toMatchObject({ code: "API_KEY_INVALID" });
    expect((await mint(token)).status).toBe(401);
  });

  it("is minted only by a full key", async () => {
    const grants = [{ permission: "specs:read", projectId: null } as const];
    const scoped = await makeKey(testApp, organization, organization.owner.userId, grants);
    expect((await mint(scoped)).body).toMatchObject({ code: "ORG_OPERATION_DENIED" });
    const viewer = await makeMember(testApp, organization, "viewer");
    const key = await mintToken({ permissions: ["specs:read", "specs:write"] }, viewer.key);
    await using agent = await connectAgent(testApp, { key, query: `project=${shop}` });
    expect((await agent.call("list_specs")).isError).toBe(false);
    // It has no more permissions than its minter.
    expect((await agent.call("create_spec", { name: "No" })).body).toMatchObject({
      code: "ROLE_INSUFFICIENT",
    });
  });

  it("has fewer permissions, and one project, on request", async () => {
    const bank = await makeProject(testApp, organization);
    const key = await mintToken({ projectId: shop, permissions: ["specs:read"] });
    await using agent = await connectAgent(testApp, { key });
    expect((await agent.call("set_context", { projectId: bank })).isError).toBe(true);
    await agent.call("set_context", { projectId: shop });
    expect((await agent.call("list_specs")).isError).toBe(false);
    expect((await agent.call("create_spec", { name: "No" })).body).toMatchObject({
      code: "API_KEY_SCOPE_DENIED",
    });
    const strange = await mint(organization.owner.key, { projectId: organization.id });
    expect(strange.body).toMatchObject({ code: "VALIDATION_FAILED" });
  });

  it("ends by revocation, with its minter, with the membership, and after an hour", async () => {
    const ends = async (key: string, code: string, end: () => Promise<unknown>) => {
      await using agent = await connectAgent(testApp, { key });
      expect((await agent.call("get_context")).isError).toBe(false);
      await end();
      await expect(agent.call("get_context")).rejects.toThrow(code);
    };
    const revoke = (id: string) =>
      callAsOperator(testApp, "eu", organization.id, "revokeApiKey", { id });
    const own = await mint(organization.owner.key);
    await ends(String(own.body["token"]), "API_KEY_REVOKED", () => revoke(String(own.body["id"])));
    const minter = await makeKey(testApp, organization, organization.owner.userId);
    const child = await mint(minter);
    const minterId = String(child.body["mintedBy"]);
    await ends(String(child.body["token"]), "API_KEY_REVOKED", () => revoke(minterId));
    const member = await makeMember(testApp, organization, "member");
    const ofMember = await mintToken({}, member.key);
    await ends(ofMember, "API_KEY_REVOKED", () =>
      callAsOperator(testApp, "eu", organization.id, "removeMember", { userId: member.userId }),
    );
    await ends(await mintToken(), "API_KEY_EXPIRED", async () => {
      laterMs = 3_600_001;
    });
    laterMs = 0;
  });

  it("is listed with the keys, and in the audit log", async () => {
    await mintToken({ name: "listed" });
    const { key } = organization.owner;
    const listed = await request(testApp, { method: "GET", path: "/api/keys", key });
    const [newest] = Object.values(listed.body["items"] ?? {});
    expect(newest).toMatchObject({ name: "listed", mintedBy: expect.any(String) as unknown });
    expect(String(newest?.["prefix"])).toMatch(/^svc_stage_/);
    const log = await request(testApp, {
      method: "GET",
      path: "/api/audit-log?event=staging_token.minted&take=1",
      key,
    });
    expect(log.body["items"]).toMatchObject([{ target: { name: "listed" } }]);
    expect(testApp.logged.join("\n")).not.toMatch(/svc_stage_\w{20}/);
  });
});
