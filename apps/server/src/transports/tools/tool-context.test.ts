import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { connectAgent, revisions } from "../../testing/tool-client.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let shop: string;
let bank: string;

beforeAll(async () => {
  testApp = await buildTestApp({ name: "tool-context" });
  organization = await makeOrganization(testApp);
  shop = await makeProject(testApp, organization, "Shop");
  bank = await makeProject(testApp, organization, "Bank");
});

afterAll(() => testApp.close());

/** A separate key, and so a separate context. */
const freshKey = (): Promise<string> => makeKey(testApp, organization, organization.owner.userId);

describe.each(revisions)("the context of an agent that speaks %s", (revision) => {
  it("is the organization at first, and then the chosen project", async () => {
    const key = await freshKey();
    await using agent = await connectAgent(testApp, { key, revision });
    expect((await agent.call("get_context")).body).toMatchObject({
      organization: { id: organization.id },
      project: null,
      isProjectFixed: false,
    });
    const { body } = await agent.call("list_projects", { name: "Shop" });
    expect(body["items"]).toMatchObject([{ id: shop }]);
    const chosen = await agent.call("set_context", { projectId: shop.toUpperCase() });
    expect(chosen.body).toMatchObject({ project: { id: shop, name: "Shop" } });
    // It belongs to the credential, not to the connection.
    await using other = await connectAgent(testApp, { key });
    expect((await other.call("get_context")).body).toEqual(chosen.body);
    await using stranger = await connectAgent(testApp, { key: await freshKey() });
    expect((await stranger.call("get_context")).body).toMatchObject({ project: null });
    expect((await other.call("set_context")).body).toMatchObject({ project: null });
  });

  it("enables toolsets durably, and lists them", async () => {
    const key = await freshKey();
    await using agent = await connectAgent(testApp, { key, revision, query: "toolsets=core" });
    const unknown = await agent.call("enable_toolset", { slug: "cooking" });
    expect(unknown).toMatchObject({ isError: true, body: { code: "TOOLSET_UNKNOWN" } });
    expect(unknown.body["toolsets"]).toContain("header-components");
    const enabled = await agent.call("enable_toolset", { slug: "header-components" });
    expect(enabled.body["tools"]).toHaveLength(7);
    const { tools } = await agent.client.listTools();
    expect(tools).toEqual(expect.arrayContaining(Object.values(enabled.body["tools"] ?? {})));
    const repeated = await agent.call("enable_toolset", { slug: "header-components" });
    expect(repeated.body).toEqual({ slug: "header-components", tools: [] });
    expect((await agent.call("get_context")).body).toMatchObject({
      enabledToolsets: ["header-components"],
    });
    const listed = await agent.call("list_toolsets");
    expect(listed.body["toolsets"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ slug: "endpoints", isEnabled: true, toolCount: 19 }),
        expect.objectContaining({ slug: "header-components", isEnabled: true, toolCount: 7 }),
        expect.objectContaining({ slug: "testing", isEnabled: false }),
      ]),
    );
    // Without toolsets in its address, a key sees everything from the start.
    await using unlimited = await connectAgent(testApp, { key, revision });
    const every = await unlimited.call("list_toolsets");
    expect(Object.values(every.body["toolsets"] ?? {})).not.toContainEqual(
      expect.objectContaining({ isEnabled: false }),
    );
  });

  it("counts the tools that the connection may call", async () => {
    const key = await freshKey();
    const query = `readonly=1&project=${shop}`;
    await using agent = await connectAgent(testApp, { key, revision, query });
    const listed = await agent.call("list_toolsets");
    const counts = Object.values(listed.body["toolsets"] ?? {}).map((row) =>
      Number((row as Record<string, unknown>)["toolCount"]),
    );
    const { tools } = await agent.client.listTools();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(tools.length);
  });

  it("is the project to which a key is limited", async () => {
    const key = await makeKey(testApp, organization, organization.owner.userId, [
      { permission: "projects:read", projectId: shop },
      { permission: "specs:read", projectId: shop },
    ]);
    await using agent = await connectAgent(testApp, { key, revision });
    expect((await agent.call("get_context")).body).toMatchObject({ project: { id: shop } });
    expect((await agent.call("list_specs")).isError).toBe(false);
  });
});

describe("a context", () => {
  it("accepts only a visible organization or project", async () => {
    const other = await makeOrganization(testApp);
    const theirs = await makeProject(testApp, other);
    await using agent = await connectAgent(testApp, { key: await freshKey() });
    for (const choice of [{ projectId: theirs }, { organizationId: other.id }]) {
      const refused = await agent.call("set_context", choice);
      expect(refused).toMatchObject({ isError: true, body: { code: "NOT_FOUND" } });
    }
    expect((await agent.call("set_context", { organizationId: organization.id })).isError).toBe(
      false,
    );
    const hidden = await makeMember(testApp, organization, "viewer");
    const grants = [{ permission: "specs:read", projectId: bank } as const];
    const limited = await makeKey(testApp, organization, hidden.userId, grants);
    await using narrow = await connectAgent(testApp, { key: limited });
    expect((await narrow.call("set_context", { projectId: shop })).body).toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await narrow.call("set_context", { projectId: bank })).body).toMatchObject({
      permissions: ["specs:read"],
    });
  });

  it("is always the project in the address, if there is one", async () => {
    const key = await freshKey();
    await using agent = await connectAgent(testApp, { key, query: `project=${shop}` });
    expect((await agent.call("get_context")).body).toMatchObject({
      project: { id: shop },
      isProjectFixed: true,
    });
    const moved = await agent.call("set_context", { projectId: bank });
    expect(moved.body).toMatchObject({ code: "CONTEXT_MISMATCH", contextProjectId: shop });
    expect(moved.body["fix"]).toContain("`project` in the address");
    const ofOrganization = await agent.call("list_org_header_components");
    expect(ofOrganization.body).toMatchObject({ code: "ORGANIZATION_CONTEXT_REQUIRED" });
    expect(await agent.names()).not.toContain("list_org_header_components");
    await using free = await connectAgent(testApp, { key });
    expect((await free.call("list_org_header_components")).isError).toBe(false);
  });

  it("is reported with the other project if a specification is in that one", async () => {
    const made = await request(testApp, {
      method: "POST",
      path: `/api/projects/${bank}/specs`,
      key: organization.owner.key,
      body: { name: "Accounts" },
    });
    const specId = String(made.body["id"]);
    await using agent = await connectAgent(testApp, { key: await freshKey() });
    await agent.call("set_context", { projectId: shop });
    const lost = await agent.call("list_endpoints", { specId });
    expect(lost.body).toMatchObject({
      code: "CONTEXT_MISMATCH",
      requestedProjectId: bank,
      contextProjectId: shop,
    });
    expect(lost.body["detail"]).toMatch(/"Accounts".*"Bank"/);
    await agent.call("set_context", { projectId: bank });
    expect((await agent.call("list_endpoints", { specId })).isError).toBe(false);
    // A caller that may not see the other project learns nothing about it.
    const grants = [{ permission: "specs:read", projectId: shop } as const];
    const limited = await makeKey(testApp, organization, organization.owner.userId, grants);
    await using narrow = await connectAgent(testApp, { key: limited, query: `project=${shop}` });
    const unseen = await narrow.call("list_endpoints", { specId });
    expect(unseen.body).toMatchObject({ code: "NOT_FOUND" });
  });

  it("is recorded once in the audit log", async () => {
    const key = await freshKey();
    await using agent = await connectAgent(testApp, { key });
    for (let turn = 0; turn < 2; turn += 1) await agent.call("set_context", { projectId: shop });
    const { body } = await request(testApp, {
      method: "GET",
      path: "/api/audit-log?event=tool_context.changed&take=2",
      key: organization.owner.key,
    });
    const [last, before] = Object.values(body["items"] ?? {});
    expect(last).toMatchObject({ category: "API Keys", target: { name: "test key" } });
    expect(before?.["target"]).not.toEqual(last?.["target"]);
  });

  it("loses nothing if many are chosen at once", async () => {
    const key = await freshKey();
    await using agent = await connectAgent(testApp, { key, query: "toolsets=core" });
    const slugs = ["specs", "components", "header-components", "testing"];
    await Promise.all([
      ...slugs.map((slug) => agent.call("enable_toolset", { slug })),
      agent.call("set_context", { projectId: bank }),
    ]);
    expect((await agent.call("get_context")).body).toMatchObject({
      project: { id: bank },
      enabledToolsets: expect.arrayContaining(slugs) as unknown,
    });
  });
});
