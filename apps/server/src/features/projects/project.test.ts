import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { roleNames, type ProjectRole, type Role } from "@lintel/contract/words/permissions";
import type { Database } from "../../platform/database/open-database.ts";
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
import { chooseFree, slugify } from "../../platform/ascii-slug.ts";

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
const create = (fields: object, key = callers.admin.key) =>
  send(key, "POST", "/api/projects", fields);
const pathOf = (project: ResponseBody) => `/api/projects/${String(project["id"])}`;
const outcome = (answer: { status: number; body: ResponseBody }) =>
  answer.status < 400 ? answer.status : [answer.status, answer.body["code"]];

/** A run in progress on another node. */
async function insertRun(db: Database, projectId: string): Promise<string> {
  const id = randomUUID();
  await sql`insert into test_run (organization_id, project_id, id, suite_id, suite_name, suite_path,
      created_by, status, iterations, total_cases, request_digest, created_at, lease_expires_at)
    values (${organization.id}, ${projectId}, ${id}, ${randomUUID()}, 'Suite', 'Suite', 'someone',
      'running', 1, 0, '', now(), now() + interval '1 day')`.execute(db);
  return id;
}

const namesIn = (body: ResponseBody) =>
  (body["items"] as unknown as { name: string }[]).map((project) => project.name);

describe("a project's life", () => {
  it("is created, read, changed and deleted", async () => {
    const name = `Große Bücher ${tag()}`;
    const made = await create({ name });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({ name, description: null, role: "admin" });
    expect(made.body["slug"]).toBe(`gro-e-bucher-${name.slice(-12)}`);
    expect(made.headers["location"]).toBe(pathOf(made.body));
    expect((await send(callers.viewer.key, "GET", pathOf(made.body))).body).toEqual({
      ...made.body,
      role: "viewer",
    });
    const changed = await send(callers.member.key, "PATCH", pathOf(made.body), {
      description: "Said later",
      rowVersion: made.body["rowVersion"],
    });
    expect(changed.body).toMatchObject({ name, description: "Said later", role: "member" });
    expect(outcome(await send(callers.admin.key, "DELETE", pathOf(made.body)))).toBe(204);
    expect(outcome(await send(callers.admin.key, "GET", pathOf(made.body)))).toEqual([
      404,
      "NOT_FOUND",
    ]);
    expect(outcome(await send(callers.admin.key, "DELETE", pathOf(made.body)))).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });

  it("is created only by admins and owners", async () => {
    for (const role of roleNames) {
      const answer = await create({ name: `By ${role} ${tag()}` }, callers[role].key);
      const isAllowed = role === "admin" || role === "owner";
      expect(outcome(answer)).toEqual(isAllowed ? 201 : [403, "ROLE_INSUFFICIENT"]);
    }
    const grants = [{ permission: "projects:manage" as const, projectId: null }];
    const key = await makeKey(testApp, organization, callers.owner.userId, grants);
    expect(outcome(await create({ name: "Scoped" }, key))).toEqual([403, "ORG_OPERATION_DENIED"]);
  });

  it.each(roleNames)("is changed and deleted as %s is permitted to", async (role) => {
    const { body } = await create({ name: `For ${role} ${tag()}` });
    const change = { name: `Changed ${tag()}`, rowVersion: body["rowVersion"] };
    const changed = await send(callers[role].key, "PATCH", pathOf(body), change);
    expect(outcome(changed)).toEqual(role === "viewer" ? [403, "ROLE_INSUFFICIENT"] : 200);
    const deleted = await send(callers[role].key, "DELETE", pathOf(body));
    const mayDelete = role === "admin" || role === "owner";
    expect(outcome(deleted)).toEqual(mayDelete ? 204 : [403, "ROLE_INSUFFICIENT"]);
  });

  it("is not changed with a stale version", async () => {
    const { body } = await create({ name: `Raced ${tag()}` });
    const change = (description: string) =>
      send(callers.member.key, "PATCH", pathOf(body), {
        description,
        rowVersion: body["rowVersion"],
      });
    const first = await change("first");
    const second = await change("second");
    expect(outcome(second)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect(second.body["currentRowVersion"]).toBe(first.body["rowVersion"]);
  });

  it("keeps what is omitted, and clears a description that is null", async () => {
    const made = await create({ name: `Kept ${tag()}`, slug: `kept-${tag()}`, description: "Old" });
    const { name, slug, rowVersion } = made.body;
    const kept = await send(callers.member.key, "PATCH", pathOf(made.body), { rowVersion });
    expect(kept.body).toMatchObject({ name, slug, description: "Old" });
    const cleared = await send(callers.member.key, "PATCH", pathOf(made.body), {
      description: null,
      rowVersion: kept.body["rowVersion"],
    });
    expect(cleared.body).toMatchObject({ name, slug, description: null });
  });

  it("is deleted with everything in it, but not while a run is unfinished", async () => {
    const { body } = await create({ name: `Busy ${tag()}` });
    const projectId = String(body["id"]);
    const environment = await send(callers.admin.key, "POST", `${pathOf(body)}/environments`, {
      name: "Staging",
      baseUrl: "http://127.0.0.1:1",
    });
    expect(environment.status, environment.text).toBe(201);
    const db = await testApp.cells.eu.platform.database();
    const runId = await insertRun(db, projectId);
    const refused = await send(callers.admin.key, "DELETE", pathOf(body));
    expect(outcome(refused)).toEqual([409, "IN_USE"]);
    expect(refused.body["detail"]).toContain("1 run of the project is not finished");
    await db
      .updateTable("testRun")
      .set({ status: "finished", outcome: "passed" })
      .where("id", "=", runId)
      .execute();
    expect(outcome(await send(callers.admin.key, "DELETE", pathOf(body)))).toBe(204);
    for (const table of ["testRun", "environment"] as const) {
      const left = db.selectFrom(table).where("projectId", "=", projectId).selectAll();
      expect(await left.execute()).toEqual([]);
    }
  });

  it("waits for a run that is being started before it is deleted", async () => {
    const { body } = await create({ name: `Starting ${tag()}` });
    const db = await testApp.cells.eu.platform.database();
    const starting = await db.transaction().execute(async (trx) => {
      await insertRun(trx, String(body["id"]));
      const asked = send(callers.admin.key, "DELETE", pathOf(body));
      await setTimeout(200);
      return { asked };
    });
    expect(outcome(await starting.asked)).toEqual([409, "IN_USE"]);
  });

  it("is in the audit log", async () => {
    const { body } = await create({ name: `Noted ${tag()}` });
    await send(callers.admin.key, "DELETE", pathOf(body));
    const log = await send(callers.owner.key, "GET", "/api/audit-log?category=Projects&take=2");
    const target = { type: "project", id: body["id"], name: body["name"] };
    expect(log.body["items"]).toMatchObject([
      { event: "project.deleted", target },
      { event: "project.created", target },
    ]);
  });
});

describe("the slug", () => {
  it("is never an address of the web app, unless an older project has it", async () => {
    const refused = await create({ name: `Taken ${tag()}`, slug: "settings" });
    expect(refused.status).toBe(400);
    expect(refused.body["errors"]).toMatchObject([{ field: "slug", code: "reserved" }]);
    const made = await create({ name: "Notices" });
    expect(made.body["slug"]).toBe("notices-2");
    const change = (body: object) => send(callers.admin.key, "PATCH", pathOf(made.body), body);
    const { rowVersion } = made.body;
    expect((await change({ slug: "account", rowVersion })).status).toBe(400);
    const db = await testApp.cells.eu.platform.database();
    await sql`update project set slug = 'account' where id = ${made.body["id"]}`.execute(db);
    expect((await change({ slug: "account", name: "Older", rowVersion })).body).toMatchObject({
      name: "Older",
      slug: "account",
    });
  });

  it("is derived from the name, and numbered if it is taken", async () => {
    const word = tag();
    const slugs: unknown[] = [];
    for (const name of [`${word} x`, `${word}-X`, `${word} (x)`]) {
      slugs.push((await create({ name })).body["slug"]);
    }
    expect(slugs).toEqual([`${word}-x`, `${word}-x-2`, `${word}-x-3`]);
  });

  it("gets a different number for each of many simultaneous calls", async () => {
    const word = tag();
    const answers = await Promise.all(
      ["!", "?", ".", ",", ";"].map((mark) => create({ name: `${word}${mark}` })),
    );
    expect(answers.map((answer) => answer.body["slug"]).sort()).toEqual(
      [word, `${word}-2`, `${word}-3`, `${word}-4`, `${word}-5`].sort(),
    );
  });

  it("is refused if it is given and taken, as a taken name is", async () => {
    const first = await create({ name: `First ${tag()}`, slug: `first-${tag()}` });
    const { name, slug } = first.body;
    const other = await create({ name: `Second ${tag()}` });
    const change = (fields: object) =>
      send(callers.admin.key, "PATCH", pathOf(other.body), {
        rowVersion: other.body["rowVersion"],
        ...fields,
      });
    for (const answer of [
      await create({ name: `Third ${tag()}`, slug }),
      await create({ name }),
      await create({ name, slug: `free-${tag()}` }),
      await change({ slug }),
      await change({ name }),
    ]) {
      expect(outcome(answer)).toEqual([409, "NAME_TAKEN"]);
    }
    const elsewhere = await makeOrganization(testApp);
    expect((await create({ name, slug }, elsewhere.owner.key)).status).toBe(201);
  });

  it("has the letters and digits of any name, at most 72, and is never empty", () => {
    expect(slugify("  Crème -- Brûlée!  ", "project")).toBe("creme-brulee");
    expect(slugify("図書館", "project")).toBe("project");
    expect(slugify("x".repeat(200), "project")).toHaveLength(72);
    expect(slugify(`${"x".repeat(71)} yz`, "project")).toBe("x".repeat(71));
    expect(chooseFree("a", new Set(["a", "a-2", "a-4"]))).toBe("a-3");
  });
});

describe("the list of projects", () => {
  let own: MadeOrganization;
  let ids: string[];

  beforeAll(async () => {
    own = await makeOrganization(testApp);
    ids = [];
    for (const name of ["Alpha", "Beta", "Gamma"]) ids.push(await makeProject(testApp, own, name));
  });

  const list = async (key: string, query = "") =>
    (await send(key, "GET", `/api/projects${query}`)).body;
  const setRole = (userId: string, projectId: string, role: ProjectRole) =>
    callAsOperator(testApp, "eu", own.id, "setProjectRole", { userId, projectId, role });

  it("has the caller's role in each project, without those hidden from the caller", async () => {
    const { userId, key } = await makeMember(testApp, own, "member");
    await setRole(userId, ids[0] ?? "", "none");
    await setRole(userId, ids[2] ?? "", "viewer");
    const body = await list(key);
    expect(body).toMatchObject({ totalCount: 2, skip: 0, take: 50 });
    expect(body["items"]).toMatchObject([
      { name: "Beta", role: "member" },
      { name: "Gamma", role: "viewer" },
    ]);
  });

  it("has for a scoped key every project that one of its permissions reaches", async () => {
    const { userId, key: full } = await makeMember(testApp, own, "viewer");
    const keyWith = (...limits: (string | null | undefined)[]) =>
      makeKey(
        testApp,
        own,
        userId,
        limits.map((projectId) => ({ permission: "tests:read", projectId: projectId ?? null })),
      );
    expect(namesIn(await list(await keyWith(ids[1])))).toEqual(["Beta"]);
    expect(namesIn(await list(await keyWith(ids[2], ids[0])))).toEqual(["Alpha", "Gamma"]);
    const wide = await keyWith(ids[1], null);
    const narrow = await keyWith(ids[1]);
    expect(namesIn(await list(wide))).toEqual(["Alpha", "Beta", "Gamma"]);
    await setRole(userId, ids[1] ?? "", "none");
    expect(namesIn(await list(wide))).toEqual(["Alpha", "Gamma"]);
    expect(namesIn(await list(narrow))).toEqual([]);
    expect(namesIn(await list(full))).toEqual(["Alpha", "Gamma"]);
  });

  it("is filtered by the exact name and paged", async () => {
    const { key } = own.owner;
    expect(namesIn(await list(key, "?name=Beta"))).toEqual(["Beta"]);
    expect(namesIn(await list(key, "?name=beta"))).toEqual([]);
    const page = await list(key, "?skip=1&take=1");
    expect([namesIn(page), page["totalCount"]]).toEqual([["Beta"], 3]);
    expect(await list(key, "?take=1000")).toMatchObject({ take: 100 });
    expect(await list(key, "?take=0")).toMatchObject({ items: [], totalCount: 3, take: 0 });
    for (const wrong of ["?take=-1", "?take=1.5", "?skip=x"]) {
      expect((await list(key, wrong))["code"]).toBe("VALIDATION_FAILED");
    }
  });

  it("has every project for the operator, without a role, once the organization is named", async () => {
    const all = await callAsOperator(testApp, "eu", own.id, "listProjects", {});
    expect(all.items.map(({ name, role }) => [name, role])).toEqual([
      ["Alpha", null],
      ["Beta", null],
      ["Gamma", null],
    ]);
    await expect(callAsOperator(testApp, "eu", null, "listProjects", {})).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });

  it("has nothing of another organization, by name or by id", async () => {
    expect(namesIn(await list(organization.owner.key, "?name=Beta"))).toEqual([]);
    for (const [method, body] of [
      ["GET", undefined],
      ["PATCH", { name: "Mine", rowVersion: "AAAAAAAAAAE=" }],
      ["DELETE", undefined],
    ] as const) {
      const answer = await send(callers.owner.key, method, `/api/projects/${ids[1]}`, body);
      expect(outcome(answer)).toEqual([404, "NOT_FOUND"]);
    }
  });
});
