import { beforeAll, describe, expect, it } from "vitest";
import {
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
let member: MadeMember;
let viewer: MadeMember;
let projectId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  member = await makeMember(testApp, organization, "member");
  viewer = await makeMember(testApp, organization, "viewer");
  projectId = await makeProject(testApp, organization);
});

const base = (project = projectId) => `/api/projects/${project}/views`;
const send = (method: TestRequest["method"], path: string, key: string, body?: unknown) =>
  request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });

async function save(fields: object, key = member.key, project = projectId): Promise<ResponseBody> {
  const body = { list: "findings", search: { q: "status:open" }, ...fields };
  const answer = await send("POST", base(project), key, body);
  expect(answer.status, answer.text).toBe(201);
  expect(answer.headers["location"]).toBe(`${base(project)}/${String(answer.body["id"])}`);
  return answer.body;
}

const change = (view: ResponseBody, fields: object, key = member.key) =>
  send("PATCH", `${base()}/${String(view["id"])}`, key, {
    rowVersion: view["rowVersion"],
    ...fields,
  });

async function namesSeenBy(key: string, list = "findings", project = projectId) {
  const { body } = await send("GET", `${base(project)}?list=${list}`, key);
  expect(body["totalCount"]).toBe(body["items"]?.["length"]);
  return (body["items"] as unknown as { name: string }[]).map(({ name }) => name);
}

describe("a view of one's own", () => {
  it("is kept, renamed and deleted, and nobody else sees it", async () => {
    const view = await save({ name: "Mine", list: "runs" }, viewer.key);
    expect(view).toMatchObject({
      list: "runs",
      search: { q: "status:open" },
      isShared: false,
      isDefault: false,
    });
    expect(await namesSeenBy(viewer.key, "runs")).toEqual(["Mine"]);
    expect(await namesSeenBy(organization.owner.key, "runs")).toEqual([]);
    expect((await change(view, { name: "Other" })).status).toBe(404);
    const renamed = await change(view, { name: "Other", search: {} }, viewer.key);
    expect(renamed.body).toMatchObject({ name: "Other", search: {} });
    const path = `${base()}/${String(view["id"])}`;
    expect((await send("DELETE", path, organization.owner.key)).status).toBe(404);
    expect((await send("DELETE", path, viewer.key)).status).toBe(204);
    expect(await namesSeenBy(viewer.key, "runs")).toEqual([]);
  });

  it("has no name in the events that others read", async () => {
    const view = await save({ name: "A secret name", list: "suites" });
    const { body } = await send("GET", "/api/audit-log?take=5", organization.owner.key);
    const entries = JSON.stringify(body);
    expect(entries).toContain(String(view["id"]));
    expect(entries).not.toContain("A secret name");
  });

  it("is changed only as it was read, and its name is taken once", async () => {
    const view = await save({ name: "Taken", list: "specs" });
    await save({ name: "Free", list: "specs" });
    expect((await change(view, { name: "FREE" })).body["code"]).toBe("NAME_TAKEN");
    expect((await change(view, { name: "New" })).status).toBe(200);
    expect((await change(view, { name: "Newer" })).body["code"]).toBe("CONCURRENCY_CONFLICT");
    // Another person's, and another list's, have names of their own.
    await save({ name: "Free", list: "specs" }, viewer.key);
    await save({ name: "Free", list: "runs" });
  });
});

describe("a shared view", () => {
  it("is seen by everybody, and changed by people who may change the project", async () => {
    const view = await save({ name: "Team", isShared: true, list: "endpoints" });
    expect(await namesSeenBy(viewer.key, "endpoints")).toEqual(["Team"]);
    for (const refused of [
      await send("POST", base(), viewer.key, {
        list: "runs",
        name: "No",
        search: {},
        isShared: true,
      }),
      await change(view, { name: "No" }, viewer.key),
      await send("DELETE", `${base()}/${String(view["id"])}`, viewer.key),
    ])
      expect(refused.body["code"]).toBe("ROLE_INSUFFICIENT");
    const renamed = await change(view, { name: "Ours" }, organization.owner.key);
    expect(renamed.body).toMatchObject({ name: "Ours", isShared: true });
  });

  it("becomes the default of one person alone, until it is no longer shared", async () => {
    const first = await save({ name: "One", isShared: true, list: "components" });
    const second = await save({ name: "Two", isShared: true, list: "components" });
    expect((await change(first, { isDefault: true }, viewer.key)).body["isDefault"]).toBe(true);
    expect((await change(second, { isDefault: true }, viewer.key)).body["isDefault"]).toBe(true);
    const defaultsOf = async (key: string) => {
      const { body } = await send("GET", `${base()}?list=components`, key);
      const items = body["items"] as unknown as { name: string; isDefault: boolean }[];
      return items.filter(({ isDefault }) => isDefault).map(({ name }) => name);
    };
    expect(await defaultsOf(viewer.key)).toEqual(["Two"]);
    expect(await defaultsOf(member.key)).toEqual([]);
    expect((await change(second, { isShared: false })).body["isShared"]).toBe(false);
    expect(await defaultsOf(viewer.key)).toEqual([]);
    expect(await namesSeenBy(viewer.key, "components")).toEqual(["One"]);
  });

  it("stays when its maker leaves; the maker's own views go", async () => {
    const leaving = await makeMember(testApp, organization, "member");
    await save({ name: "Stays", isShared: true, list: "deprecations" }, leaving.key);
    const own = await save({ name: "Goes", list: "deprecations", isDefault: true }, leaving.key);
    const left = await send("DELETE", `/api/members/${leaving.userId}`, organization.owner.key);
    expect(left.status, left.text).toBe(204);
    expect(await namesSeenBy(member.key, "deprecations")).toEqual(["Stays"]);
    const db = await testApp.cells.eu.platform.database();
    const rows = await db
      .selectFrom("savedView")
      .select("id")
      .where("organizationId", "=", organization.id)
      .where("id", "=", String(own["id"]))
      .execute();
    expect(rows).toEqual([]);
  });
});

describe("the views of a project", () => {
  it("are at most 50 of a person and 50 that are shared", async () => {
    const project = await makeProject(testApp, organization);
    for (let made = 0; made < 50; made += 1)
      await save({ name: `View ${made}` }, member.key, project);
    const body = { list: "runs", name: "Too many", search: {} };
    const refused = await send("POST", base(project), member.key, body);
    expect(refused.body).toMatchObject({
      code: "TOO_MANY_VIEWS",
      detail: "You have 50 views in the project.",
    });
    await save({ name: "Mine" }, viewer.key, project);
    await save({ name: "Shared", isShared: true }, member.key, project);
  });

  it("are those of the project, and seen by nobody who does not see it", async () => {
    const project = await makeProject(testApp, organization);
    const view = await save({ name: "Here", isShared: true }, member.key, project);
    expect((await change(view, { name: "There" })).status).toBe(404);
    const stranger = await makeOrganization(testApp);
    expect((await send("GET", base(project), stranger.owner.key)).status).toBe(404);
  });
});
