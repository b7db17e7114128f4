import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { roleNames, type Role } from "@lintel/contract/words/permissions";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type ResponseBody, type TestRequest } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let callers: Record<Role, MadeMember>;
let projectId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  callers = {
    viewer: await makeMember(testApp, organization, "viewer"),
    member: await makeMember(testApp, organization, "member"),
    admin: await makeMember(testApp, organization, "admin"),
    owner: organization.owner,
  };
  projectId = await makeProject(testApp, organization);
});

const send = (key: string, method: TestRequest["method"], path: string, body?: unknown) =>
  request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });
const create = (key: string, fields: object = {}) =>
  send(key, "POST", "/api/keys", { name: "Made", ...fields });
const pathOf = (key: ResponseBody) => `/api/keys/${String(key["id"])}`;
const change = (key: string, target: ResponseBody, fields: object) =>
  send(key, "PATCH", pathOf(target), { rowVersion: target["rowVersion"], ...fields });
const outcome = (answer: { status: number; body: ResponseBody }) =>
  answer.status < 400 ? answer.status : [answer.status, answer.body["code"]];
const statusOf = async (key: string) => outcome(await send(key, "GET", "/api/me"));
const idsIn = (body: ResponseBody) =>
  (body["items"] as unknown as { id: string }[]).map((item) => item.id);
const refusedFields = (answer: { body: ResponseBody }) =>
  (answer.body["errors"] as unknown as { field: string }[]).map((error) => error.field);
const valueOf = (key: ResponseBody) => String(key["key"]);

describe("creating a key", () => {
  it.each(roleNames)("gives a %s a key of their own, whose value is shown once", async (role) => {
    const { key, userId } = callers[role];
    const made = await create(key);
    expect(made.status, made.text).toBe(201);
    expect(made.headers["location"]).toBe(pathOf(made.body));
    expect(made.body).toMatchObject({
      name: "Made",
      userId,
      access: "full",
      permissions: [],
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    });
    const { key: value, ...shown } = made.body as unknown as Record<string, unknown>;
    expect(value).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
    expect(shown["prefix"]).toBe(String(value).slice(0, 15));
    const read = await send(key, "GET", pathOf(made.body));
    expect(read.body).toEqual(shown);
    expect((await send(key, "GET", "/api/keys")).text).not.toContain(String(value));
    expect(await statusOf(String(value))).toBe(200);
  });

  it("does not store the value in the database, the audit log or the server's log", async () => {
    const value = valueOf((await create(callers.owner.key)).body);
    await statusOf(value);
    const db = await testApp.cells.eu.platform.database();
    const stored = await Promise.all([
      db.selectFrom("apiKey").selectAll().execute(),
      db.selectFrom("credential").selectAll().execute(),
      db.selectFrom("auditEntry").selectAll().execute(),
    ]);
    expect(JSON.stringify(stored)).not.toContain(value);
    expect(testApp.logged.join("\n")).not.toContain(value);
  });

  it("is for oneself; only the operator can name another user", async () => {
    const { userId, key } = callers.member;
    expect(outcome(await create(key, { userId: userId.toUpperCase() }))).toBe(201);
    const foreign = await create(callers.owner.key, { userId });
    expect(outcome(foreign)).toEqual([403, "ROLE_INSUFFICIENT"]);
    const asOperator = (fields: { userId?: string }) =>
      callAsOperator(testApp, "eu", organization.id, "createApiKey", {
        name: "By hand",
        ...fields,
      });
    expect((await asOperator({ userId })).userId).toBe(userId);
    for (const fields of [{}, { userId: randomUUID() }]) {
      await expect(asOperator(fields)).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        members: { errors: [{ field: "userId" }] },
      });
    }
  });

  it("is refused to a member whose removal is in progress, so that no key outlives it", async () => {
    const { userId, key } = await makeMember(testApp, organization, "member");
    const db = await testApp.cells.eu.platform.database();
    const removing = await db.transaction().execute(async (trx) => {
      await trx.deleteFrom("membership").where("userId", "=", userId).execute();
      const asked = create(key);
      await setTimeout(200);
      return { asked };
    });
    expect(outcome(await removing.asked)).toEqual([403, "NOT_A_MEMBER"]);
  });

  it("is refused to a scoped key", async () => {
    const grants = [{ permission: "projects:read" as const, projectId: null }];
    const key = await makeKey(testApp, organization, callers.owner.userId, grants);
    expect(outcome(await create(key))).toEqual([403, "ORG_OPERATION_DENIED"]);
  });

  it.each([
    ["a scoped key without permissions", { access: "scoped" }],
    ["a scoped key with none", { access: "scoped", permissions: [] }],
    ["a full key with some", { permissions: [{ permission: "docs:read", projectId: null }] }],
    [
      "an organization's permission",
      { access: "scoped", permissions: [{ permission: "org:manage-members", projectId: null }] },
    ],
    ["an unknown one", { access: "scoped", permissions: [{ permission: "x", projectId: null }] }],
  ])("is refused with %s", async (_, fields) => {
    const answer = await create(callers.owner.key, fields);
    expect(outcome(answer)).toEqual([400, "VALIDATION_FAILED"]);
    expect(refusedFields(answer)[0]).toMatch(/^permissions/);
  });

  it("is limited to projects of the organization that the owner sees", async () => {
    const other = await makeOrganization(testApp);
    const foreign = await makeProject(testApp, other);
    const hidden = await makeProject(testApp, organization);
    const { userId, key } = callers.member;
    const hide = { userId, projectId: hidden, role: "none" as const };
    await callAsOperator(testApp, "eu", organization.id, "setProjectRole", hide);
    const permissions = [projectId, foreign, null, hidden, randomUUID()].map((id) => ({
      permission: "tests:read",
      projectId: id,
    }));
    const answer = await create(key, { access: "scoped", permissions });
    expect(outcome(answer)).toEqual([400, "VALIDATION_FAILED"]);
    expect(refusedFields(answer)).toEqual([
      "permissions[1].projectId",
      "permissions[3].projectId",
      "permissions[4].projectId",
    ]);
    const allowed = await create(key, { access: "scoped", permissions: [permissions[0]] });
    expect(allowed.body["permissions"]).toEqual([permissions[0]]);
  });

  it("limits a key to its project however the project's id is written", async () => {
    const permissions = [{ permission: "projects:read", projectId: projectId.toUpperCase() }];
    const made = await create(callers.member.key, { access: "scoped", permissions });
    const answer = await send(valueOf(made.body), "GET", `/api/projects/${projectId}`);
    expect(outcome(answer)).toBe(200);
  });

  it.each([30, 90, 180, 365])("accepts an expiry after %i days", async (expiresInDays) => {
    const { body } = await create(callers.member.key, { expiresInDays });
    const days = (at: string) => Date.parse(String(body[at])) / 86_400_000;
    expect(days("expiresAt") - days("createdAt")).toBe(expiresInDays);
  });

  it("accepts null for never, and no other number of days", async () => {
    const never = await create(callers.member.key, { expiresInDays: null });
    expect(never.body["expiresAt"]).toBe(null);
    for (const expiresInDays of [0, 1, 366, "30", -30]) {
      const answer = await create(callers.member.key, { expiresInDays });
      expect(outcome(answer)).toEqual([400, "VALIDATION_FAILED"]);
    }
  });

  it("expires on its day", async () => {
    const { body } = await create(callers.member.key, { expiresInDays: 30 });
    const db = await testApp.cells.eu.platform.database();
    await db
      .updateTable("apiKey")
      .set({ expiresAt: new Date() })
      .where("id", "=", String(body["id"]))
      .execute();
    expect(await statusOf(valueOf(body))).toEqual([401, "API_KEY_EXPIRED"]);
  });
});

describe("the list of keys", () => {
  it("has the caller's keys, and those of all or of one member for a caller that manages members", async () => {
    const own = await makeOrganization(testApp);
    const member = await makeMember(testApp, own, "member");
    const admin = await makeMember(testApp, own, "admin");
    const list = (key: string, query = "") => send(key, "GET", `/api/keys${query}`);
    const usersIn = (body: ResponseBody) =>
      (body["items"] as unknown as { userId: string }[]).map((item) => item.userId).sort();
    expect(usersIn((await list(member.key)).body)).toEqual([member.userId]);
    const all = [own.owner.userId, member.userId, admin.userId].sort();
    expect(usersIn((await list(admin.key)).body)).toEqual(all);
    const named = `?userId=${member.userId}`;
    expect(usersIn((await list(admin.key, named)).body)).toEqual([member.userId]);
    expect(usersIn((await list(member.key, named)).body)).toEqual([member.userId]);
    const foreign = await list(member.key, `?userId=${admin.userId}`);
    expect(outcome(foreign)).toEqual([403, "ROLE_INSUFFICIENT"]);
  });

  it("lists revoked keys separately, the newest first, in pages", async () => {
    const { key } = await makeMember(testApp, organization, "member");
    const made = [await create(key), await create(key), await create(key)].map(({ body }) => body);
    await send(key, "DELETE", pathOf(made[1] as ResponseBody));
    const ids = made.map((one) => String(one["id"]));
    const active = (await send(key, "GET", "/api/keys?take=2")).body;
    expect(idsIn(active)).toEqual([ids[2], ids[0]]);
    expect(active).toMatchObject({ totalCount: 3, take: 2, skip: 0 });
    const revoked = (await send(key, "GET", "/api/keys?status=revoked")).body;
    expect(idsIn(revoked)).toEqual([ids[1]]);
  });

  it("returns when a key was last used, to the minute", async () => {
    const { body } = await create(callers.member.key);
    const read = async () =>
      (await send(callers.member.key, "GET", pathOf(body))).body["lastUsedAt"];
    expect(await read()).toBe(null);
    await statusOf(valueOf(body));
    const first = await read();
    expect(Date.parse(String(first))).toBeGreaterThan(Date.now() - 60_000);
    await statusOf(valueOf(body));
    expect(await read()).toBe(first);
  });
});

describe("editing a key", () => {
  const scoped = {
    access: "scoped",
    permissions: [{ permission: "projects:read", projectId: null }],
  };

  it("changes its permissions from the next call on; its value stays", async () => {
    const { key } = callers.owner;
    const { body } = await create(key, scoped);
    const members = async () => outcome(await send(valueOf(body), "GET", "/api/members"));
    const project = async () =>
      outcome(await send(valueOf(body), "GET", `/api/projects/${projectId}`));
    expect([await members(), await project()]).toEqual([[403, "ORG_OPERATION_DENIED"], 200]);

    const permissions = [{ permission: "docs:read", projectId: null }];
    const narrowed = await change(key, body, { permissions });
    expect(narrowed.body).toMatchObject({ access: "scoped", permissions, name: "Made" });
    expect(await project()).toEqual([403, "API_KEY_SCOPE_DENIED"]);

    const full = await change(key, narrowed.body, { access: "full", name: "Wide" });
    expect(full.body).toMatchObject({ access: "full", permissions: [], name: "Wide" });
    expect([await members(), await project()]).toEqual([200, 200]);
  });

  it("is refused with permissions that do not match the access", async () => {
    const { key } = callers.member;
    const full = (await create(key)).body;
    const narrow = (await create(key, scoped)).body;
    for (const answer of [
      await change(key, full, { access: "scoped" }),
      await change(key, full, { permissions: scoped.permissions }),
      await change(key, narrow, { permissions: [] }),
    ]) {
      expect(outcome(answer)).toEqual([400, "VALIDATION_FAILED"]);
      expect(refusedFields(answer)).toEqual(["permissions"]);
    }
    const permissions = [{ permission: "tests:read", projectId: randomUUID() }];
    const unknown = await change(key, narrow, { permissions });
    expect(refusedFields(unknown)).toEqual(["permissions[0].projectId"]);
  });

  it("is refused if someone else edited it first", async () => {
    const { key } = callers.member;
    const { body } = await create(key);
    const first = await change(key, body, { name: "First" });
    const second = await change(key, body, { name: "Second" });
    expect(outcome(second)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect(second.body["currentRowVersion"]).toBe(first.body["rowVersion"]);
  });

  it("is not possible once it is revoked", async () => {
    const { key } = callers.member;
    const { body } = await create(key);
    await send(key, "DELETE", pathOf(body));
    const revoked = (await send(key, "GET", pathOf(body))).body;
    expect(outcome(await change(key, revoked, { name: "Back" }))).toEqual([404, "NOT_FOUND"]);
  });
});

describe("someone else's key", () => {
  it("does not exist for a caller that does not manage members", async () => {
    const { body } = await create(callers.admin.key);
    for (const role of ["viewer", "member"] as const) {
      const { key } = callers[role];
      for (const answer of [
        await send(key, "GET", pathOf(body)),
        await change(key, body, { name: "Mine" }),
        await send(key, "DELETE", pathOf(body)),
      ]) {
        expect(outcome(answer)).toEqual([404, "NOT_FOUND"]);
      }
    }
  });

  it("is read, edited and revoked by an admin", async () => {
    const { body } = await create(callers.member.key);
    const { key } = callers.admin;
    expect(outcome(await send(key, "GET", pathOf(body)))).toBe(200);
    expect(outcome(await change(key, body, { name: "By the admin" }))).toBe(200);
    expect(outcome(await send(key, "DELETE", pathOf(body)))).toBe(204);
    expect(await statusOf(valueOf(body))).toEqual([401, "API_KEY_REVOKED"]);
  });

  it("is seen but not changed by an admin if it is an owner's", async () => {
    const { body } = await create(callers.owner.key);
    const { key } = callers.admin;
    expect(outcome(await send(key, "GET", pathOf(body)))).toBe(200);
    const edited = await change(key, body, { name: "By the admin" });
    expect(outcome(edited)).toEqual([403, "ROLE_INSUFFICIENT"]);
    const revoked = await send(key, "DELETE", pathOf(body));
    expect(outcome(revoked)).toEqual([403, "ROLE_INSUFFICIENT"]);
    expect(await statusOf(valueOf(body))).toBe(200);
  });

  it("of another organization does not exist for an owner either", async () => {
    const other = await makeOrganization(testApp);
    const { body } = await create(other.owner.key);
    const { key } = callers.owner;
    expect(outcome(await send(key, "GET", pathOf(body)))).toEqual([404, "NOT_FOUND"]);
    expect(outcome(await send(key, "DELETE", pathOf(body)))).toEqual([404, "NOT_FOUND"]);
    expect(await statusOf(valueOf(body))).toBe(200);
  });
});

describe("revoking a key", () => {
  it("ends it at once and permanently, and can be repeated", async () => {
    const { key } = callers.member;
    const { body } = await create(key);
    expect(await statusOf(valueOf(body))).toBe(200);
    expect(outcome(await send(key, "DELETE", pathOf(body)))).toBe(204);
    expect(await statusOf(valueOf(body))).toEqual([401, "API_KEY_REVOKED"]);
    const first = (await send(key, "GET", pathOf(body))).body;
    expect(outcome(await send(key, "DELETE", pathOf(body)))).toBe(204);
    expect((await send(key, "GET", pathOf(body))).body).toEqual(first);
    expect(outcome(await send(key, "DELETE", `/api/keys/${randomUUID()}`))).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });

  it("may end the key that asks for it", async () => {
    const { key } = callers.member;
    const { body } = await create(key);
    expect(outcome(await send(valueOf(body), "DELETE", pathOf(body)))).toBe(204);
    expect(await statusOf(valueOf(body))).toEqual([401, "API_KEY_REVOKED"]);
  });
});

describe("the audit log of a key", () => {
  it("has its creation, its edits and its revocation, and a refused creation", async () => {
    const own = await makeOrganization(testApp);
    const member = await makeMember(testApp, own, "member");
    const { body } = await create(own.owner.key);
    await change(own.owner.key, body, { name: "Renamed" });
    await send(own.owner.key, "DELETE", pathOf(body));
    await create(member.key, { userId: own.owner.userId });
    const path = `/api/audit-log/export?category=API%20Keys&from=${String(body["createdAt"])}`;
    const entries = (await send(own.owner.key, "GET", path)).body;
    const target = { type: "apiKey", id: body["id"] };
    expect((entries as unknown as object[]).slice(-4)).toMatchObject([
      { event: "api_key.created", target, details: { userId: own.owner.userId, access: "full" } },
      {
        event: "api_key.updated",
        target,
        details: { before: { name: "Made" }, after: { name: "Renamed" } },
      },
      { event: "api_key.revoked", target, details: { wasRevokedBefore: false } },
      {
        event: "api_key.created",
        result: "refused",
        actor: { id: member.userId },
        details: { code: "ROLE_INSUFFICIENT", operation: "createApiKey" },
      },
    ]);
  });
});
