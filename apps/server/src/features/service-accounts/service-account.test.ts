import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { roleNames, type Role } from "@lintel/contract/words/permissions";
import { openSession } from "../../domain/people/open-session.ts";
import { openPage, signInAs, submit } from "../../testing/browser.ts";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type TestRequest, type TestResponse } from "../../testing/request.ts";
import { makeScimClient } from "../../testing/scim-client.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let callers: Record<Role, MadeMember>;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  callers = {
    viewer: await makeMember(testApp, organization, "viewer"),
    member: await makeMember(testApp, organization, "member"),
    admin: await makeMember(testApp, organization, "admin"),
    owner: organization.owner,
  };
});

const path = "/api/service-accounts";
const send = (key: string, method: TestRequest["method"], to: string, body?: unknown) =>
  request(testApp, { method, path: to, key, ...(body === undefined ? {} : { body }) });
const outcome = ({ status, body }: TestResponse) =>
  status < 400 ? status : [status, body["code"] as unknown];
const insufficient = [403, "ROLE_INSUFFICIENT"];
const addAs = (caller: Role, role: Role, name = `robot ${randomUUID()}`) =>
  send(callers[caller].key, "POST", path, { name, role });
const addKey = (caller: Role, userId: unknown, more = {}) =>
  send(callers[caller].key, "POST", "/api/keys", { name: "pipeline", userId, ...more });

/** A service account with a key. */
async function makeRobot(role: Role) {
  const { body } = await addAs("owner", role);
  const id = String(body["id"]);
  const key = String((await addKey("owner", id)).body["key"]);
  return { id, key, name: String(body["name"]), rowVersion: String(body["rowVersion"]) };
}

async function entriesOf(event: string, targetId: string) {
  const db = await testApp.cells.eu.platform.database();
  const entries = await db
    .selectFrom("auditEntry")
    .selectAll()
    .where("organizationId", "=", organization.id)
    .where("event", "=", event)
    .execute();
  return entries.filter(({ target }) => target?.id === targetId);
}

describe("a service account", () => {
  it.each(roleNames)(
    "is created by a %s with a role up to their own, or not at all",
    async (caller) => {
      const granted = { viewer: [], member: [], admin: roleNames.slice(0, 3), owner: roleNames };
      for (const role of roleNames) {
        const isGranted = (granted[caller] as readonly Role[]).includes(role);
        expect(outcome(await addAs(caller, role)), role).toEqual(isGranted ? 201 : insufficient);
      }
    },
  );

  it("is listed and read by every member, and is no member itself", async () => {
    const robot = await makeRobot("member");
    const shown = await send(callers.viewer.key, "GET", `${path}/${robot.id}`);
    expect(shown.body).toMatchObject({
      name: robot.name,
      role: "member",
      projectRoles: [],
      isActive: true,
    });
    const list = await send(callers.viewer.key, "GET", `${path}?take=100`);
    expect(JSON.stringify(list.body["items"])).toContain(robot.id);
    const members = await send(callers.viewer.key, "GET", "/api/members?take=100");
    expect(members.text).not.toContain(robot.id);
    const asMember = `/api/members/${robot.id}`;
    expect(outcome(await send(callers.owner.key, "GET", asMember))).toEqual([404, "NOT_FOUND"]);
    expect(outcome(await send(callers.owner.key, "DELETE", asMember))).toEqual([404, "NOT_FOUND"]);
    const other = await makeOrganization(testApp);
    const foreign = await send(other.owner.key, "GET", `${path}/${robot.id}`);
    expect(outcome(foreign)).toEqual([404, "NOT_FOUND"]);
  });

  it("has a name that no other of the organization has, ignoring case", async () => {
    const name = `Deploy ${randomUUID()}`;
    expect(outcome(await addAs("admin", "member", name))).toBe(201);
    expect(outcome(await addAs("admin", "member", name.toUpperCase()))).toEqual([
      409,
      "NAME_TAKEN",
    ]);
    const { id, rowVersion } = await makeRobot("member");
    const taken = await send(callers.admin.key, "PATCH", `${path}/${id}`, { name, rowVersion });
    expect(outcome(taken)).toEqual([409, "NAME_TAKEN"]);
  });

  it("is renamed, gets another role and is deactivated, from its next call on", async () => {
    const { id, key, rowVersion } = await makeRobot("viewer");
    const project = { name: `Of a robot ${randomUUID()}` };
    const create = () => send(key, "POST", "/api/projects", project);
    expect(outcome(await create())).toEqual(insufficient);
    const stale = { role: "admin", rowVersion: "AAAAAAAAAAA=" };
    const conflict = await send(callers.admin.key, "PATCH", `${path}/${id}`, stale);
    expect(outcome(conflict)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    const name = `renamed ${randomUUID()}`;
    const fields = { name, role: "admin", rowVersion };
    const changed = await send(callers.admin.key, "PATCH", `${path}/${id}`, fields);
    expect(changed.body).toMatchObject({ name, role: "admin", isActive: true });
    expect(outcome(await create())).toBe(201);
    const [made] = await entriesOf("service_account.updated", id);
    expect(made).toMatchObject({
      target: { type: "serviceAccount" },
      details: { changed: ["name", "role"], after: { role: "admin" } },
    });
    const switchTo = async (isActive: boolean) => {
      const { body } = await send(callers.admin.key, "GET", `${path}/${id}`);
      const change = { isActive, rowVersion: body["rowVersion"] };
      await send(callers.admin.key, "PATCH", `${path}/${id}`, change);
    };
    await switchTo(false);
    expect(outcome(await send(key, "GET", "/api/me"))).toEqual([403, "NOT_A_MEMBER"]);
    await switchTo(true);
    expect(outcome(await send(key, "GET", "/api/me"))).toBe(200);
  });

  it("of a higher role is left alone by an admin", async () => {
    const { id, rowVersion } = await makeRobot("owner");
    const admin = callers.admin.key;
    const change = { name: "mine", rowVersion };
    expect(outcome(await send(admin, "PATCH", `${path}/${id}`, change))).toEqual(insufficient);
    expect(outcome(await send(admin, "DELETE", `${path}/${id}`))).toEqual(insufficient);
    expect(outcome(await addKey("admin", id))).toEqual(insufficient);
    const robot = await makeRobot("viewer");
    const projectId = await makeProject(testApp, organization);
    const role = `/api/projects/${projectId}/members/${robot.id}`;
    expect(outcome(await send(callers.owner.key, "PUT", role, { role: "owner" }))).toBe(200);
    expect(outcome(await addKey("admin", robot.id))).toEqual(insufficient);
    expect(outcome(await send(admin, "DELETE", `${path}/${robot.id}`))).toEqual(insufficient);
  });

  it("has roles in projects", async () => {
    const { id, key } = await makeRobot("viewer");
    const projectId = await makeProject(testApp, organization);
    const rename = async () => {
      const { body } = await send(key, "GET", `/api/projects/${projectId}`);
      const fields = { description: randomUUID(), rowVersion: body["rowVersion"] };
      return outcome(await send(key, "PATCH", `/api/projects/${projectId}`, fields));
    };
    expect(await rename()).toEqual(insufficient);
    const place = `/api/projects/${projectId}/members/${id}`;
    await send(callers.admin.key, "PUT", place, { role: "member" });
    expect(await rename()).toBe(200);
    const shown = await send(callers.admin.key, "GET", `${path}/${id}`);
    expect(shown.body["projectRoles"]).toEqual([{ projectId, role: "member" }]);
  });

  it("is deleted with its keys", async () => {
    const { id, key } = await makeRobot("member");
    expect(outcome(await send(callers.admin.key, "DELETE", `${path}/${id}`))).toBe(204);
    expect(outcome(await send(key, "GET", "/api/me"))).toEqual([401, "API_KEY_REVOKED"]);
    expect(outcome(await send(callers.admin.key, "DELETE", `${path}/${id}`))).toEqual([
      404,
      "NOT_FOUND",
    ]);
    const [entry] = await entriesOf("service_account.deleted", id);
    expect(entry?.details).toMatchObject({ role: "member", revokedKeys: 1 });
  });

  it("does not count as an owner who stays", async () => {
    const own = await makeOrganization(testApp);
    await send(own.owner.key, "POST", path, { name: "owner robot", role: "owner" });
    const last = await send(own.owner.key, "DELETE", `/api/members/${own.owner.userId}`);
    expect(outcome(last)).toEqual([409, "LAST_OWNER"]);
  });
});

describe("a key of a service account", () => {
  it.each(roleNames)("is made by a %s only if they manage members", async (caller) => {
    const { id } = await makeRobot("viewer");
    const isManager = caller === "admin" || caller === "owner";
    expect(outcome(await addKey(caller, id))).toEqual(isManager ? 201 : insufficient);
  });

  it("acts under the name of the account", async () => {
    const { id, key, name } = await makeRobot("admin");
    const me = await send(key, "GET", "/api/me");
    expect(me.body).toMatchObject({ user: { id, name, role: "admin" } });
    const made = await send(key, "POST", "/api/projects", { name: `By ${name}` });
    const [entry] = await entriesOf("project.created", String(made.body["id"]));
    expect(entry).toMatchObject({ actor: { type: "user", id }, names: { actor: { name } } });
  });

  it("is scoped like other keys", async () => {
    const { id } = await makeRobot("admin");
    const permissions = [{ permission: "projects:read", projectId: null }];
    const made = await addKey("admin", id, { access: "scoped", permissions });
    const denied = await send(String(made.body["key"]), "POST", "/api/projects", { name: "No" });
    expect(outcome(denied)).toEqual([403, "ORG_OPERATION_DENIED"]);
  });

  it("makes and changes no keys, but ends itself", async () => {
    const { id, key } = await makeRobot("owner");
    const make = (body: object) => send(key, "POST", "/api/keys", body);
    expect(outcome(await make({ name: "more" }))).toEqual(insufficient);
    expect(outcome(await make({ name: "more", userId: id }))).toEqual(insufficient);
    const { id: otherId } = await makeRobot("viewer");
    expect(outcome(await make({ name: "more", userId: otherId }))).toEqual(insufficient);
    const own = await send(key, "GET", `/api/keys?userId=${id}`);
    const [listed] = own.body["items"] as unknown as { id: string; rowVersion: string }[];
    const change = { name: "mine", rowVersion: listed?.rowVersion };
    const place = `/api/keys/${listed?.id}`;
    expect(outcome(await send(key, "PATCH", place, change))).toEqual(insufficient);
    expect(outcome(await send(key, "DELETE", place))).toBe(204);
    expect(outcome(await send(key, "GET", "/api/me"))).toEqual([401, "API_KEY_REVOKED"]);
  });

  it("is listed apart from those of people", async () => {
    const { id } = await makeRobot("member");
    const owners = async (ownedBy: string) => {
      const list = await send(callers.admin.key, "GET", `/api/keys?ownedBy=${ownedBy}&take=100`);
      return (list.body["items"] as unknown as { userId: string }[]).map(({ userId }) => userId);
    };
    expect(await owners("serviceAccounts")).toContain(id);
    expect(await owners("serviceAccounts")).not.toContain(callers.owner.userId);
    expect(await owners("people")).toContain(callers.owner.userId);
    expect(await owners("people")).not.toContain(id);
  });

  it("of a person is made by nobody else", async () => {
    const { userId } = callers.viewer;
    expect(outcome(await addKey("owner", userId))).toEqual(insufficient);
    expect(outcome(await addKey("owner", randomUUID()))).toEqual(insufficient);
  });
});

describe("no way of people is open to a service account", () => {
  const addressOf = (id: string) => `${id}@service-accounts.invalid`;

  it("neither a password, nor a link, nor a session", async () => {
    const { id } = await makeRobot("owner");
    for (const name of ["makePasswordReset", "makeSignInLink", "removeMemberSecondFactor"] as const)
      await expect(
        callAsOperator(testApp, "eu", organization.id, name, { userId: id }),
        name,
      ).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { platform } = testApp.cells.eu;
    const given = { userId: id, method: "password", connectionId: null } as const;
    const browser = { device: "", address: "", now: new Date() };
    await expect(
      openSession(platform, await platform.database(), { ...given, ...browser }),
    ).rejects.toThrow("Only a person signs in.");
  });

  it("neither a membership of people, nor an invitation that is accepted", async () => {
    const { id } = await makeRobot("viewer");
    const fields = { email: addressOf(id), name: "Robot", role: "viewer" };
    const other = await makeOrganization(testApp);
    for (const key of [callers.owner.key, other.owner.key]) {
      const added = await send(key, "POST", "/api/members", fields);
      expect(outcome(added)).toEqual([400, "VALIDATION_FAILED"]);
    }
    const { role: _, ...owner } = fields;
    await expect(
      callAsOperator(testApp, "eu", organization.id, "addOwner", owner),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(
      callAsOperator(testApp, "eu", organization.id, "addBreakGlassOwner", { userId: id }),
    ).rejects.toThrow();
  });

  it("nor SCIM, which does not show it", async () => {
    const { id } = await makeRobot("member");
    const scim = await makeScimClient(testApp, { organization });
    expect((await scim.send("GET", "/Users?count=200")).text).not.toContain(id);
    const filter = encodeURIComponent(`userName eq "${addressOf(id)}"`);
    expect((await scim.send("GET", `/Users?filter=${filter}`)).body["totalResults"]).toBe(0);
    const body = { userName: addressOf(id), emails: [{ value: addressOf(id), primary: true }] };
    expect((await scim.send("POST", "/Users", body)).status).toBe(409);
    const db = await testApp.cells.eu.platform.database();
    const membership = await db
      .selectFrom("membership")
      .select("id")
      .where("userId", "=", id)
      .executeTakeFirstOrThrow();
    expect((await scim.send("GET", `/Users/${membership.id}`)).status).toBe(404);
    expect((await scim.send("DELETE", `/Users/${membership.id}`)).status).toBe(404);
    const group = { displayName: randomUUID(), members: [{ value: membership.id }] };
    const refused = await scim.send("POST", "/Groups", group);
    expect(refused.body).toMatchObject({ status: "400", scimType: "invalidValue" });
  });
});

describe("the page of an organization", () => {
  const password = "a sentence that is long enough";

  it("makes a service account with a key, and deletes it", async () => {
    const own = await makeOrganization(testApp);
    const browser = await signInAs(testApp, own, own.owner, password);
    const page = `/account/organizations/${own.slug}`;
    const fields = { name: "Deploy & <b>", role: "member" };
    await submit(testApp, browser, `${page}/service-accounts`, fields);
    const { text } = await openPage(testApp, browser, page);
    expect(text).toContain("<h3>Deploy &amp; &lt;b&gt;</h3>");
    const id = /id="key-name-([\w-]+)"/.exec(text)?.[1] ?? "";
    const asked = { id, name: "nightly" };
    const made = await submit(testApp, browser, `${page}/service-accounts/keys`, asked);
    const key = /svc_live_\w+/.exec(made.text)?.[0] ?? "";
    expect((await send(key, "GET", "/api/me")).body["user"]).toMatchObject({ id });
    expect((await openPage(testApp, browser, page)).text).toContain("nightly");
    await submit(testApp, browser, `${page}/service-accounts/delete`, { id });
    expect(outcome(await send(key, "GET", "/api/me"))).toEqual([401, "API_KEY_REVOKED"]);
  });

  it("shows no service accounts to a member", async () => {
    const member = await makeMember(testApp, organization, "member");
    const browser = await signInAs(testApp, organization, member, password);
    const page = `/account/organizations/${organization.slug}`;
    expect((await openPage(testApp, browser, page)).text).not.toContain("Service accounts");
    const fields = { name: "Mine", role: "member" };
    const refused = await submit(testApp, browser, `${page}/service-accounts`, fields);
    expect(refused.status).toBe(403);
  });
});

describe("the operator", () => {
  it("makes a key of a service account without a sign-in", async () => {
    const made = await callAsOperator(testApp, "eu", organization.id, "createServiceAccount", {
      name: `operator ${randomUUID()}`,
      role: "viewer",
    });
    const key = await makeKey(testApp, organization, made.id);
    expect((await send(key, "GET", "/api/me")).body["user"]).toMatchObject({ id: made.id });
  });
});
