import { beforeAll, describe, expect, it } from "vitest";
import { permissionNames, type Role } from "@lintel/contract/words/permissions";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let organization: MadeOrganization;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp, { plan: "free" });
});

const whoAmI = async (key: string) => {
  const answer = await request(testApp, { method: "GET", path: "/api/me", key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const permissionsOf = async (key: string) =>
  (await whoAmI(key))["permissions"] as unknown as string[];
const setProjectRole = (userId: string, projectId: string, role: Role | "none") =>
  callAsOperator(testApp, "eu", organization.id, "setProjectRole", { userId, projectId, role });

describe("who calls", () => {
  it("is returned with the organization, the user, the key and the region", async () => {
    const { userId, email, key } = organization.owner;
    const caller = await whoAmI(key);
    expect(caller).toMatchObject({
      organization: { id: organization.id, slug: organization.slug, plan: "free" },
      user: { id: userId, email, name: "Olive Owner", role: "owner" },
      key: { name: "test key", access: "full", expiresAt: null },
      region: "eu",
    });
    expect(caller["permissions"]).toEqual(permissionNames);
  });

  it("is refused without a key", async () => {
    const answer = await request(testApp, { method: "GET", path: "/api/me" });
    expect([answer.status, answer.body["code"]]).toEqual([401, "API_KEY_MISSING"]);
    expect(answer.headers["www-authenticate"]).toContain("X-API-Key");
  });

  it("may do what the role allows", async () => {
    const viewer = await makeMember(testApp, organization, "viewer");
    const allowed = await permissionsOf(viewer.key);
    expect(allowed).toEqual(permissionNames.filter((name) => name.endsWith(":read")));
    const member = await makeMember(testApp, organization, "member");
    expect(await permissionsOf(member.key)).toContain("tests:execute");
    expect(await permissionsOf(member.key)).not.toContain("projects:manage");
  });

  it("may do what a role in one project adds, but nothing more in the organization", async () => {
    const viewer = await makeMember(testApp, organization, "viewer");
    await setProjectRole(viewer.userId, await makeProject(testApp, organization), "admin");
    const allowed = await permissionsOf(viewer.key);
    expect(allowed).toContain("projects:manage");
    expect(allowed).not.toContain("org:manage-members");
  });

  it("may do with a scoped key what both the key and the role allow", async () => {
    const viewer = await makeMember(testApp, organization, "viewer");
    const projectId = await makeProject(testApp, organization);
    const key = await makeKey(testApp, organization, viewer.userId, [
      { permission: "tests:read", projectId: null },
      { permission: "tests:write", projectId: null },
      { permission: "tests:execute", projectId },
    ]);
    expect(await permissionsOf(key)).toEqual(["tests:read"]);
    await setProjectRole(viewer.userId, projectId, "member");
    expect(await permissionsOf(key)).toEqual(["tests:read", "tests:write", "tests:execute"]);
    expect((await whoAmI(key))["key"]).toMatchObject({ access: "scoped" });
  });

  it("has the permissions of a limited grant only from the role in that project", async () => {
    const member = await makeMember(testApp, organization, "member");
    const projectId = await makeProject(testApp, organization);
    const key = await makeKey(testApp, organization, member.userId, [
      { permission: "tests:write", projectId },
    ]);
    expect(await permissionsOf(key)).toEqual(["tests:write"]);
    await setProjectRole(member.userId, projectId, "viewer");
    expect(await permissionsOf(key)).toEqual([]);
  });
});
