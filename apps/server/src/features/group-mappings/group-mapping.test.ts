import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { evaluateRole } from "../../domain/people/evaluate-role.ts";
import { changeAsSystem } from "../../platform/kernel/change-as-system.ts";
import { makeMember, makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import { request, type ResponseBody, type TestRequest } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

const base = "/api/group-mappings";
let testApp: TestApp;
let organization: MadeOrganization;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
});

type Method = TestRequest["method"];

const send = (own: { key: string }, method: Method, path: string, body?: unknown) =>
  request(testApp, { method, path, body, key: own.key });

const outcome = ({ status, body }: { status: number; body: ResponseBody }) =>
  status < 300 ? status : [status, body["code"]];

const create = async (own: { key: string }, groupName: string, role: string, priority?: number) =>
  send(own, "POST", base, { groupName, role, ...(priority === undefined ? {} : { priority }) });

const namesOf = async (own: { key: string }) =>
  ((await send(own, "GET", base)).body["items"] as unknown as ResponseBody[]).map(
    (item) => `${String(item["groupName"])} ${Number(item["priority"])}`,
  );

/** A member whom an assertion put into groups. */
async function makeAsserted(own: MadeOrganization, role: "viewer" | "admin", groups: string[]) {
  const made = await makeMember(testApp, own, role);
  const { platform } = testApp.cells.eu;
  await changeAsSystem(platform, await platform.database(), own.id, ({ trx, now, emit }) => {
    const request = { organizationId: own.id, userId: made.userId, groups, now, emit };
    return evaluateRole(platform, trx, { ...request, cause: "sso" });
  });
  return made;
}

const roleOf = async (own: MadeOrganization, userId: string) =>
  (await send(own.owner, "GET", `/api/members/${userId}`)).body["role"];

describe("group mappings", () => {
  it("are listed with the highest priority first, a new one above all others", async () => {
    const { owner } = await makeOrganization(testApp);
    expect((await create(owner, "Engineering", "member")).body).toMatchObject({ priority: 10 });
    expect((await create(owner, "Admins", "admin")).body).toMatchObject({ priority: 20 });
    const low = await create(owner, "Everyone", "viewer", 1);
    expect(low.headers["location"]).toBe(`${base}/${String(low.body["id"])}`);
    expect(await namesOf(owner)).toEqual(["Admins 20", "Engineering 10", "Everyone 1"]);
    const shown = await send(owner, "GET", `${base}/${String(low.body["id"])}`);
    expect(shown.body).toEqual(low.body);
  });

  it("exist once for each group, ignoring case", async () => {
    const { owner } = await makeOrganization(testApp);
    await create(owner, "Größe", "member");
    expect(outcome(await create(owner, "GRÖßE", "admin"))).toEqual([409, "NAME_TAKEN"]);
    expect(outcome(await create(owner, " ", "admin"))).toEqual([400, "VALIDATION_FAILED"]);
  });

  it("are changed by their row version, and deleted", async () => {
    const { owner } = await makeOrganization(testApp);
    const { body } = await create(owner, "Engineering", "member");
    const path = `${base}/${String(body["id"])}`;
    const rowVersion = body["rowVersion"];
    const changed = await send(owner, "PATCH", path, { role: "viewer", priority: 7, rowVersion });
    expect(changed.body).toMatchObject({ role: "viewer", priority: 7, groupName: "Engineering" });
    const stale = await send(owner, "PATCH", path, { role: "admin", rowVersion });
    expect(outcome(stale)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect(outcome(await send(owner, "DELETE", path))).toBe(204);
    expect(outcome(await send(owner, "DELETE", path))).toEqual([404, "NOT_FOUND"]);
  });

  it("are reordered as a whole", async () => {
    const { owner } = await makeOrganization(testApp);
    const ids: string[] = [];
    for (const name of ["A", "B", "C"])
      ids.push(String((await create(owner, name, "member")).body["id"]));
    expect(outcome(await send(owner, "PUT", `${base}/order`, { ids }))).toBe(204);
    expect(await namesOf(owner)).toEqual(["A 30", "B 20", "C 10"]);
    const partial = await send(owner, "PUT", `${base}/order`, { ids: ids.slice(1) });
    expect(outcome(partial)).toEqual([400, "TREE_ITEMS_MISMATCH"]);
  });

  it("grant no role above that of the caller", async () => {
    const admin = await makeMember(testApp, organization, "admin");
    expect(outcome(await create(admin, "Owners", "owner"))).toEqual([403, "ROLE_INSUFFICIENT"]);
    const { body } = await create(organization.owner, "Owners", "owner");
    const path = `${base}/${String(body["id"])}`;
    const change = { role: "viewer", rowVersion: body["rowVersion"] };
    expect(outcome(await send(admin, "PATCH", path, change))).toEqual([403, "ROLE_INSUFFICIENT"]);
    expect(outcome(await send(admin, "DELETE", path))).toEqual([403, "ROLE_INSUFFICIENT"]);
    const ids = [body["id"]];
    const order = await send(admin, "PUT", `${base}/order`, { ids });
    expect(outcome(order)).toEqual([403, "ROLE_INSUFFICIENT"]);
    expect(outcome(await create(admin, "Others", "admin"))).toBe(201);
  });

  it.each(["viewer", "member"] as const)("are refused to the role %s", async (role) => {
    const caller = await makeMember(testApp, organization, role);
    for (const [method, path, body] of [
      ["GET", base, undefined],
      ["POST", base, { groupName: "X", role: "viewer" }],
      ["POST", `${base}/preview`, {}],
      ["PUT", "/api/fallback-role", { role: "member" }],
    ] as const)
      expect(outcome(await send(caller, method, path, body))).toEqual([403, "ROLE_INSUFFICIENT"]);
  });

  it("of another organization are not found", async () => {
    const other = await makeOrganization(testApp);
    const { body } = await create(other.owner, "Engineering", "member");
    const path = `${base}/${String(body["id"])}`;
    expect(outcome(await send(organization.owner, "GET", path))).toEqual([404, "NOT_FOUND"]);
    expect(outcome(await send(organization.owner, "GET", `${base}/${randomUUID()}`))).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });
});

describe("a changed mapping", () => {
  it("evaluates everybody whose role follows groups, and nobody else", async () => {
    const own = await makeOrganization(testApp);
    const [ada, byHand] = [
      await makeAsserted(own, "viewer", ["engineering"]),
      await makeMember(testApp, own, "admin"),
    ];
    expect(await roleOf(own, ada.userId)).toBe("viewer");
    await create(own.owner, "Engineering", "member");
    await vi.waitFor(async () => expect(await roleOf(own, ada.userId)).toBe("member"), 15_000);
    await send(own.owner, "PUT", "/api/fallback-role", { role: "admin" });
    const [mapping] = (await send(own.owner, "GET", base)).body["items"] as unknown as [
      ResponseBody,
    ];
    await create(own.owner, "Nobody", "viewer");
    await send(own.owner, "DELETE", `${base}/${String(mapping["id"])}`);
    await vi.waitFor(async () => expect(await roleOf(own, ada.userId)).toBe("admin"), 15_000);
    expect(await roleOf(own, byHand.userId)).toBe("admin");
    const db = await testApp.cells.eu.platform.database();
    const entries = await db
      .selectFrom("auditEntry")
      .selectAll()
      .where("organizationId", "=", own.id)
      .where("event", "=", "user.role_changed_via_sso")
      .execute();
    expect(entries.map((entry) => entry.actor.type)).toEqual(["system", "system"]);
  });
});

describe("the preview", () => {
  it("says who would get which role by which rule, and changes nothing", async () => {
    const own = await makeOrganization(testApp);
    const ada = await makeAsserted(own, "viewer", ["Engineering", "Chess"]);
    const byHand = await makeMember(testApp, own, "admin");
    const mappings = [{ groupName: "engineering", role: "member", priority: 5 }];
    const tried = await send(own.owner, "POST", `${base}/preview`, { mappings });
    const items = tried.body["items"] as unknown as ResponseBody[];
    const of = (userId: string) => items.find((item) => String(item["userId"]) === userId);
    expect(of(ada.userId)).toMatchObject({
      role: "viewer",
      roleAfter: "member",
      outcome: "changed",
      groups: ["Engineering", "Chess"],
      groupsFrom: "assertion",
      matchedGroup: "engineering",
      matchedPriority: 5,
      fallbackUsed: false,
    });
    expect(of(byHand.userId)).toMatchObject({ roleAfter: "admin", outcome: "setByHand" });
    expect(of(own.owner.userId)).toMatchObject({ roleAfter: "owner", outcome: "setByHand" });
    const now = await send(own.owner, "POST", `${base}/preview`, { take: 1, skip: 1 });
    expect(now.body).toMatchObject({ totalCount: 3, items: [{ outcome: "unmapped" }] });
    expect(await roleOf(own, ada.userId)).toBe("viewer");
  });

  it("shows that the last owner stays", async () => {
    const own = await makeOrganization(testApp);
    const { platform } = testApp.cells.eu;
    const { userId } = own.owner;
    await changeAsSystem(platform, await platform.database(), own.id, ({ trx, now, emit }) => {
      const request = { organizationId: own.id, userId, groups: ["Everyone"], now, emit };
      return evaluateRole(platform, trx, { ...request, cause: "sso" });
    });
    const mappings = [{ groupName: "Everyone", role: "viewer", priority: 1 }];
    const { body } = await send(own.owner, "POST", `${base}/preview`, { mappings });
    expect(body["items"]).toMatchObject([{ outcome: "lastOwner", roleAfter: "owner" }]);
  });
});

describe("the fallback role", () => {
  it("is viewer until it is set, and never owner", async () => {
    const { owner } = await makeOrganization(testApp);
    expect((await send(owner, "GET", "/api/fallback-role")).body).toEqual({ role: "viewer" });
    const set = (role: string) => send(owner, "PUT", "/api/fallback-role", { role });
    expect((await set("member")).body).toEqual({ role: "member" });
    expect((await send(owner, "GET", "/api/fallback-role")).body).toEqual({ role: "member" });
    expect(outcome(await set("owner"))).toEqual([400, "VALIDATION_FAILED"]);
  });
});
