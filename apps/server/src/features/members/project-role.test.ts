import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  projectRoleNames,
  roleNames,
  type ProjectRole,
  type Role,
} from "@lintel/contract/words/permissions";
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
let projectId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  projectId = await makeProject(testApp, organization);
});

const pathOf = (userId: string, project = projectId) =>
  `/api/projects/${project}/members/${userId}`;
const set = (key: string, userId: string, role: ProjectRole, project = projectId) =>
  request(testApp, { method: "PUT", path: pathOf(userId, project), key, body: { role } });
const clear = (key: string, userId: string) =>
  request(testApp, { method: "DELETE", path: pathOf(userId), key });
const list = (key: string) =>
  request(testApp, { method: "GET", path: `/api/projects/${projectId}/members`, key });
const asOperator = (userId: string, role: ProjectRole) =>
  callAsOperator(testApp, "eu", organization.id, "setProjectRole", { userId, projectId, role });
const readProject = async (key: string) =>
  (await request(testApp, { method: "GET", path: `/api/projects/${projectId}`, key })).status;
const changeProject = async (key: string) => {
  const path = `/api/projects/${projectId}`;
  return (await request(testApp, { method: "PATCH", path, key, body: {} })).status;
};

/** A member with a role in the organization and, if given, one in the project. */
async function makeWith(role: Role, inProject?: ProjectRole) {
  const made = await makeMember(testApp, organization, role);
  if (inProject !== undefined) await asOperator(made.userId, inProject);
  return made;
}

describe("a role in a project", () => {
  it("takes effect there from the next call on, until it is cleared", async () => {
    const { userId, key } = await makeWith("viewer");
    const { key: owner } = organization.owner;
    expect(await changeProject(key)).toBe(403);
    const answer = await set(owner, userId, "member");
    expect(answer.body).toEqual({ userId, projectId, role: "member" });
    // The answer refuses the missing rowVersion, so the permission check passed.
    expect(await changeProject(key)).toBe(400);
    await set(owner, userId, "none");
    expect(await readProject(key)).toBe(404);
    expect((await clear(owner, userId)).status).toBe(204);
    expect(await readProject(key)).toBe(200);
    expect(await changeProject(key)).toBe(403);
  });

  it("can be cleared repeatedly, and only for a member", async () => {
    const { userId } = await makeWith("viewer");
    const { key } = organization.owner;
    expect((await clear(key, userId)).status).toBe(204);
    for (const answer of [await clear(key, randomUUID()), await set(key, randomUUID(), "viewer")]) {
      expect([answer.status, answer.body["code"]]).toEqual([404, "NOT_FOUND"]);
    }
  });

  it("is listed with the person for everyone who sees the project", async () => {
    const { userId, email } = await makeWith("viewer", "admin");
    const { key } = await makeWith("viewer");
    const rows = (await list(key)).body["items"] as unknown as { userId: string }[];
    expect(rows.find((row) => row.userId === userId)).toEqual({
      userId,
      email,
      name: "The viewer",
      role: "admin",
    });
    const hidden = await makeWith("viewer", "none");
    expect((await list(hidden.key)).status).toBe(404);
  });

  it.each(roleNames)("that is %s grants none above itself", async (role) => {
    const { key } = await makeWith("viewer", role);
    for (const given of projectRoleNames) {
      const target = await makeWith("viewer");
      const answer = await set(key, target.userId, given);
      const isAllowed = role === "owner" || (role === "admin" && given !== "owner");
      expect(answer.status, `${role} grants ${given}: ${answer.text}`).toBe(isAllowed ? 200 : 403);
    }
  });

  it("of an admin changes no member with a higher role in the project or in the organization", async () => {
    const { key } = await makeWith("viewer", "admin");
    for (const target of [
      await makeWith("owner"),
      await makeWith("owner", "viewer"),
      await makeWith("viewer", "owner"),
    ]) {
      for (const answer of [
        await set(key, target.userId, "viewer"),
        await clear(key, target.userId),
      ]) {
        expect([answer.status, answer.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
      }
    }
    const target = await makeWith("admin", "viewer");
    expect((await clear(key, target.userId)).status).toBe(204);
  });

  it("that is lower than the one in the organization cannot be raised by its holder", async () => {
    const { key, userId } = await makeWith("admin", "viewer");
    expect((await clear(key, userId)).status).toBe(403);
    expect((await set(key, userId, "admin")).status).toBe(403);
  });

  it("does not reach the organization", async () => {
    const { key } = await makeWith("viewer", "owner");
    const body = { email: "someone@example.com", name: "Someone", role: "viewer" };
    const answer = await request(testApp, { method: "POST", path: "/api/members", key, body });
    expect([answer.status, answer.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
  });

  it("is set with a scoped key only inside its limit", async () => {
    const other = await makeProject(testApp, organization);
    const { userId } = await makeWith("viewer");
    const grants = [{ permission: "projects:manage" as const, projectId }];
    const key = await makeKey(testApp, organization, organization.owner.userId, grants);
    expect((await set(key, userId, "member")).status).toBe(200);
    expect((await set(key, userId, "member", other)).status).toBe(404);
  });

  it("takes effect however the project's id is written", async () => {
    const { key } = await makeWith("member", "none");
    const path = `/api/projects/${projectId.toUpperCase()}`;
    const hidden = await request(testApp, { method: "GET", path, key });
    expect(hidden.status).toBe(404);
    const { key: lowered } = await makeWith("admin", "viewer");
    const answer = await request(testApp, { method: "DELETE", path, key: lowered });
    expect([answer.status, answer.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
    expect(await readProject(organization.owner.key)).toBe(200);
  });
});
