import { randomBytes, randomUUID } from "node:crypto";
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
import { request, type TestRequest } from "../../testing/request.ts";
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

const tag = () => randomBytes(6).toString("hex");
const send = (key: string, method: TestRequest["method"], path: string, body?: unknown) =>
  request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });
const pathOf = (userId: string) => `/api/members/${userId}`;
const add = (key: string, role: Role, email = `new-${tag()}@example.com`) =>
  send(key, "POST", "/api/members", { email, name: "New Person", role });
const versionOf = async (userId: string) =>
  (await send(organization.owner.key, "GET", pathOf(userId))).body["rowVersion"];
const changeRole = async (key: string, userId: string, role: Role) =>
  send(key, "PATCH", pathOf(userId), { role, rowVersion: await versionOf(userId) });
const outcome = (answer: { status: number; body: { [member: string]: unknown } }) =>
  answer.status < 400 ? answer.status : [answer.status, answer.body["code"]];

describe("adding a member", () => {
  it("creates an unknown user, and answers with the address of the member", async () => {
    const email = `new-${tag()}@example.com`;
    const answer = await add(callers.admin.key, "member", email);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({ email, name: "New Person", role: "member" });
    expect(answer.body["projectRoles"]).toEqual([]);
    const path = pathOf(String(answer.body["userId"]));
    expect(answer.headers["location"]).toBe(path);
    expect((await send(callers.viewer.key, "GET", path)).body).toEqual(answer.body);
  });

  it("accepts a user of another organization", async () => {
    const other = await makeOrganization(testApp);
    const answer = await add(callers.admin.key, "viewer", other.owner.email.toUpperCase());
    expect(answer.body).toMatchObject({ userId: other.owner.userId, email: other.owner.email });
  });

  it("is refused for someone who is a member, ignoring the case of the e-mail address", async () => {
    const answer = await add(callers.admin.key, "viewer", callers.member.email.toUpperCase());
    expect(outcome(answer)).toEqual([409, "NAME_TAKEN"]);
  });

  it("creates one user when many add the same new person at once", async () => {
    const email = `many-${tag()}@example.com`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => add(callers.admin.key, "viewer", email)),
    );
    const codes = answers.map((answer) => answer.status).sort();
    expect(codes).toEqual([201, 409, 409, 409, 409]);
  });

  it.each(roleNames)("as %s grants no role above their own, or none at all", async (role) => {
    const granted = { viewer: [], member: [], admin: roleNames.slice(0, 3), owner: roleNames };
    for (const given of roleNames) {
      const answer = await add(callers[role].key, given);
      expect(outcome(answer), given).toEqual(
        (granted[role] as readonly Role[]).includes(given) ? 201 : [403, "ROLE_INSUFFICIENT"],
      );
    }
  });

  it("begins again after a deactivation: without a role in a project and without a key", async () => {
    const before = await makeMember(testApp, organization, "admin");
    const db = await testApp.cells.eu.platform.database();
    const membership = db.updateTable("membership").where("userId", "=", before.userId);
    await membership.set({ isActive: false }).execute();
    const answer = await add(callers.admin.key, "viewer", before.email);
    expect(answer.body).toMatchObject({ userId: before.userId, role: "viewer" });
    const me = await send(before.key, "GET", "/api/me");
    expect(outcome(me)).toEqual([401, "API_KEY_REVOKED"]);
  });

  it("is refused without a valid e-mail address", async () => {
    const answer = await add(callers.admin.key, "viewer", "nobody");
    expect(outcome(answer)).toEqual([400, "VALIDATION_FAILED"]);
  });
});

describe("the members", () => {
  it("are listed in pages, a larger take cut to 100", async () => {
    const { key } = callers.viewer;
    const all = (await send(key, "GET", "/api/members?take=500")).body;
    expect(all).toMatchObject({ skip: 0, take: 100 });
    const first = (await send(key, "GET", "/api/members?take=2")).body;
    const second = (await send(key, "GET", "/api/members?skip=2&take=2")).body;
    expect(first["totalCount"]).toBe(all["totalCount"]);
    const items = all["items"] as unknown as object[];
    expect([first["items"], second["items"]]).toEqual([items.slice(0, 2), items.slice(2, 4)]);
  });

  it("are only those of the organization", async () => {
    const other = await makeOrganization(testApp);
    const items = (await send(other.owner.key, "GET", "/api/members")).body["items"];
    expect(items).toMatchObject([{ userId: other.owner.userId, role: "owner" }]);
    const foreign = await send(other.owner.key, "GET", pathOf(callers.member.userId));
    expect(outcome(foreign)).toEqual([404, "NOT_FOUND"]);
    expect(outcome(await send(callers.admin.key, "GET", pathOf("nobody")))).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });

  it("are refused to a scoped key", async () => {
    const grants = [{ permission: "projects:read" as const, projectId: null }];
    const key = await makeKey(testApp, organization, callers.owner.userId, grants);
    const answer = await send(key, "GET", "/api/members");
    expect(outcome(answer)).toEqual([403, "ORG_OPERATION_DENIED"]);
  });

  it("are listed with their roles in the projects that the caller sees", async () => {
    const own = await makeOrganization(testApp);
    const [viewer, member] = [
      await makeMember(testApp, own, "viewer"),
      await makeMember(testApp, own, "member"),
    ];
    const [seen, hidden] = [await makeProject(testApp, own), await makeProject(testApp, own)];
    const set = (userId: string, projectId: string, role: Role | "none") =>
      callAsOperator(testApp, "eu", own.id, "setProjectRole", { userId, projectId, role });
    await set(member.userId, seen, "admin");
    await set(member.userId, hidden, "viewer");
    await set(viewer.userId, hidden, "none");
    const rolesFor = async (key: string) =>
      (await send(key, "GET", pathOf(member.userId))).body["projectRoles"];
    expect(await rolesFor(viewer.key)).toEqual([{ projectId: seen, role: "admin" }]);
    expect(await rolesFor(own.owner.key)).toHaveLength(2);
  });
});

describe("changing a role", () => {
  it("takes effect from the next call on", async () => {
    const target = await makeMember(testApp, organization, "viewer");
    const tryIt = () => send(target.key, "POST", "/api/projects", { name: `P ${tag()}` });
    expect(outcome(await tryIt())).toEqual([403, "ROLE_INSUFFICIENT"]);
    const answer = await changeRole(callers.admin.key, target.userId, "admin");
    expect(answer.body).toMatchObject({ role: "admin" });
    expect(outcome(await tryIt())).toBe(201);
    await changeRole(callers.admin.key, target.userId, "viewer");
    expect(outcome(await tryIt())).toEqual([403, "ROLE_INSUFFICIENT"]);
  });

  it("neither grants a role above the caller's own nor changes a member with a higher role", async () => {
    for (const own of roleNames) {
      for (const present of roleNames) {
        for (const given of roleNames) {
          const target = await makeMember(testApp, organization, present);
          const answer = await changeRole(callers[own].key, target.userId, given);
          const isAllowed =
            own === "owner" || (own === "admin" && present !== "owner" && given !== "owner");
          expect(outcome(answer), `${own}: ${present} → ${given}`).toEqual(
            isAllowed ? 200 : [403, "ROLE_INSUFFICIENT"],
          );
        }
      }
    }
  });

  it("is refused if someone else changed the member first", async () => {
    const target = await makeMember(testApp, organization, "viewer");
    const rowVersion = await versionOf(target.userId);
    const change = (role: Role) =>
      send(callers.admin.key, "PATCH", pathOf(target.userId), { role, rowVersion });
    const first = await change("member");
    const stale = await change("admin");
    expect(outcome(stale)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect(stale.body["currentRowVersion"]).toBe(first.body["rowVersion"]);
  });

  it("of an unknown member is 404", async () => {
    const body = { role: "viewer", rowVersion: "AAAAAAAAAAE=" };
    const answer = await send(callers.owner.key, "PATCH", pathOf(randomUUID()), body);
    expect(outcome(answer)).toEqual([404, "NOT_FOUND"]);
  });
});

describe("removing a member", () => {
  it("ends the membership, its roles in projects and its keys at once and permanently", async () => {
    const target = await makeMember(testApp, organization, "admin");
    const second = await makeKey(testApp, organization, target.userId);
    const projectId = await makeProject(testApp, organization);
    const path = `/api/projects/${projectId}/members`;
    await send(callers.owner.key, "PUT", `${path}/${target.userId}`, { role: "viewer" });
    const answer = await send(callers.admin.key, "DELETE", pathOf(target.userId));
    expect(outcome(answer)).toBe(204);
    for (const key of [target.key, second]) {
      expect(outcome(await send(key, "GET", "/api/me"))).toEqual([401, "API_KEY_REVOKED"]);
    }
    expect((await send(callers.owner.key, "GET", path)).body).toMatchObject({ items: [] });
    const again = await send(callers.admin.key, "DELETE", pathOf(target.userId));
    expect(outcome(again)).toEqual([404, "NOT_FOUND"]);

    const back = await add(callers.admin.key, "viewer", target.email);
    expect(back.body).toMatchObject({ userId: target.userId, role: "viewer", projectRoles: [] });
    expect(back.body["rowVersion"]).toBe("AAAAAAAAAAE=");
    expect(outcome(await send(target.key, "GET", "/api/me"))).toEqual([401, "API_KEY_REVOKED"]);
    const fresh = await makeKey(testApp, organization, target.userId);
    expect(outcome(await send(fresh, "GET", "/api/me"))).toBe(200);
  });

  it("keeps the person's keys in other organizations", async () => {
    const other = await makeOrganization(testApp);
    await add(callers.admin.key, "viewer", other.owner.email);
    await send(callers.admin.key, "DELETE", pathOf(other.owner.userId));
    expect(outcome(await send(other.owner.key, "GET", "/api/me"))).toBe(200);
  });

  it("is refused below admin, and for someone above", async () => {
    for (const own of roleNames) {
      for (const present of roleNames) {
        const target = await makeMember(testApp, organization, present);
        const answer = await send(callers[own].key, "DELETE", pathOf(target.userId));
        const isAllowed = own === "owner" || (own === "admin" && present !== "owner");
        expect(outcome(answer), `${own} removes ${present}`).toEqual(
          isAllowed ? 204 : [403, "ROLE_INSUFFICIENT"],
        );
      }
    }
  });
});

describe("the last owner", () => {
  it("cannot be removed or demoted until there is another one", async () => {
    const own = await makeOrganization(testApp);
    const path = pathOf(own.owner.userId);
    const rowVersion = (await send(own.owner.key, "GET", path)).body["rowVersion"];
    const stepDown = () => send(own.owner.key, "PATCH", path, { role: "admin", rowVersion });
    expect(outcome(await stepDown())).toEqual([409, "LAST_OWNER"]);
    expect(outcome(await send(own.owner.key, "DELETE", path))).toEqual([409, "LAST_OWNER"]);
    await makeMember(testApp, own, "owner");
    expect(outcome(await stepDown())).toBe(200);
    expect(outcome(await send(own.owner.key, "DELETE", path))).toBe(204);
  });

  it("stays even if all owners remove one another at once", async () => {
    const own = await makeOrganization(testApp);
    const owners = [own.owner];
    for (let more = 0; more < 3; more += 1) owners.push(await makeMember(testApp, own, "owner"));
    const answers = await Promise.all(
      owners.map((owner, at) =>
        send(owner.key, "DELETE", pathOf(owners[(at + 1) % owners.length]?.userId ?? "")),
      ),
    );
    const statuses = answers.map((answer) => answer.status);
    expect(statuses).toContain(204);
    const list = await callAsOperator(testApp, "eu", own.id, "listMembers", {});
    expect(list.items.filter((member) => member.role === "owner").length).toBeGreaterThan(0);
  });

  it("waits for changes of the other owners before it is removed", async () => {
    const own = await makeOrganization(testApp);
    const other = await makeMember(testApp, own, "owner");
    const db = await testApp.cells.eu.platform.database();
    for (const [method, body] of [
      ["PATCH", { role: "viewer", rowVersion: "AAAAAAAAAAE=" }],
      ["DELETE", undefined],
    ] as const) {
      const stepping = await db.transaction().execute(async (trx) => {
        const ofOther = trx.updateTable("membership").where("userId", "=", other.userId);
        await ofOther.set({ role: "viewer" }).execute();
        const asked = send(own.owner.key, method, pathOf(own.owner.userId), body);
        await setTimeout(200);
        return { asked };
      });
      expect(outcome(await stepping.asked)).toEqual([409, "LAST_OWNER"]);
      await callAsOperator(testApp, "eu", own.id, "addOwner", {
        email: other.email,
        name: "Other",
      });
    }
  });

  it("stays if the last two step down at once", async () => {
    const own = await makeOrganization(testApp);
    const owners = [own.owner, await makeMember(testApp, own, "owner")];
    const answers = await Promise.all(
      owners.map(({ key, userId }) =>
        send(key, "PATCH", pathOf(userId), { role: "viewer", rowVersion: "AAAAAAAAAAE=" }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const refused = answers.find((answer) => answer.status === 409);
    expect(refused?.body["code"]).toBe("LAST_OWNER");
  });
});

describe("the operator's recovery of an owner", () => {
  const addOwner = (id: string, email: string) =>
    callAsOperator(testApp, "eu", id, "addOwner", { email, name: "Rescue" });

  it("makes a new person, a member or an owner an owner", async () => {
    const own = await makeOrganization(testApp);
    const viewer = await makeMember(testApp, own, "viewer");
    const fresh = await addOwner(own.id, `rescue-${tag()}@example.com`);
    expect(fresh).toMatchObject({ role: "owner", name: "Rescue" });
    const raised = await addOwner(own.id, viewer.email.toUpperCase());
    expect(raised).toMatchObject({ userId: viewer.userId, role: "owner" });
    expect(await addOwner(own.id, viewer.email)).toEqual(raised);
  });

  it("brings back a membership that was deactivated", async () => {
    const own = await makeOrganization(testApp);
    const viewer = await makeMember(testApp, own, "viewer");
    const db = await testApp.cells.eu.platform.database();
    await db
      .updateTable("membership")
      .set({ isActive: false })
      .where("userId", "=", viewer.userId)
      .execute();
    const me = () => send(viewer.key, "GET", "/api/me");
    expect(outcome(await me())).toEqual([403, "NOT_A_MEMBER"]);
    expect(outcome(await send(own.owner.key, "GET", pathOf(viewer.userId)))).toEqual([
      404,
      "NOT_FOUND",
    ]);
    await addOwner(own.id, viewer.email);
    expect((await me()).body["user"]).toMatchObject({ role: "owner" });
  });
});

describe("a change of members", () => {
  it("is in the audit log with the actor, the member and the change", async () => {
    const own = await makeOrganization(testApp);
    const target = await add(own.owner.key, "viewer");
    const userId = String(target.body["userId"]);
    await send(own.owner.key, "PATCH", pathOf(userId), {
      role: "member",
      rowVersion: target.body["rowVersion"],
    });
    await send(own.owner.key, "DELETE", pathOf(userId));
    const path = "/api/audit-log/export?category=User%20%26%20Members";
    const entries = (await send(own.owner.key, "GET", path)).body;
    const actor = { type: "user", id: own.owner.userId, name: own.owner.email };
    const common = { actor, target: { type: "user", id: userId }, result: "success" };
    expect(entries).toMatchObject([
      { ...common, event: "member.added", details: { role: "viewer" } },
      {
        ...common,
        event: "member.role_changed",
        details: { role: "member", roleBefore: "viewer" },
      },
      { ...common, event: "member.removed", details: { role: "member", revokedKeys: 0 } },
    ]);
  });
});
