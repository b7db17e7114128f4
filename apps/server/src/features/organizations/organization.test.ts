import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let organization: MadeOrganization;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
});

const tag = () => randomBytes(6).toString("hex");
const create = (fields: object = {}, region: "eu" | "us" = "eu") => {
  const name = tag();
  return callAsOperator(testApp, region, null, "createOrganization", {
    name: `Organization ${name}`,
    slug: `org-${name}`,
    ownerEmail: `owner-${name}@example.com`,
    ownerName: "Olive Owner",
    ...fields,
  });
};
const read = (key: string, path = "/api/organization") =>
  request(testApp, { method: "GET", path, key });
const rename = (key: string, body: object) =>
  request(testApp, { method: "PATCH", path: "/api/organization", key, body });

describe("the operator", () => {
  it("makes an organization with its owner, who may do everything in it", async () => {
    const slug = `made-${tag()}`;
    const made = await create({ name: "Made", slug });
    expect(made.organization).toMatchObject({ name: "Made", slug, plan: "pro", region: "eu" });
    expect(made.organization.rowVersion).toBe("AAAAAAAAAAE=");
    const key = await makeKey(testApp, { ...made.organization, region: "eu" }, made.ownerUserId);
    expect((await read(key)).body).toEqual(made.organization);
    expect((await read(key, "/api/me")).body).toMatchObject({ user: { role: "owner" } });
  });

  it("accepts a plan other than pro", async () => {
    expect((await create({ plan: "free" })).organization.plan).toBe("free");
  });

  it("makes a known person the owner, ignoring the case of the e-mail address", async () => {
    const email = `Known-${tag()}@Example.com`;
    const first = await create({ ownerEmail: email });
    const second = await create({ ownerEmail: email.toUpperCase(), ownerName: "Someone Else" });
    expect(second.ownerUserId).toBe(first.ownerUserId);
    const key = await makeKey(
      testApp,
      { ...second.organization, region: "eu" },
      second.ownerUserId,
    );
    expect((await read(key, "/api/me")).body["user"]).toMatchObject({ email, name: "Olive Owner" });
  });

  it("is refused a slug of another organization of the region, and creates nothing", async () => {
    const { slug } = organization;
    const ownerEmail = `nobody-${tag()}@example.com`;
    await expect(create({ slug, ownerEmail })).rejects.toMatchObject({ code: "NAME_TAKEN" });
    const db = await testApp.cells.eu.platform.database();
    const users = db.selectFrom("userAccount").where("email", "=", ownerEmail).selectAll();
    expect(await users.execute()).toEqual([]);
    expect((await create({ slug }, "us")).organization).toMatchObject({ slug, region: "us" });
  });

  it.each(["us", "api", "scim", "sso", "mcp", "portal", "admin"])(
    "is refused the slug %s, which is a path of the server's own",
    async (slug) => {
      await expect(create({ slug })).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        members: { errors: [{ field: "slug", code: "reserved" }] },
      });
    },
  );

  it("lists only the organizations of the region", async () => {
    const inEurope = await callAsOperator(testApp, "eu", null, "listOrganizations", {});
    expect(inEurope.map((one) => one.id)).toContain(organization.id);
    const inTheStates = await callAsOperator(testApp, "us", null, "listOrganizations", {});
    expect(inTheStates.map((one) => one.id)).not.toContain(organization.id);
  });

  it("begins the chain of the new organization with its creation", async () => {
    const { organization: made, ownerUserId } = await create();
    const entries = await callAsOperator(testApp, "eu", made.id, "listAuditEntries", {});
    expect(entries.items).toMatchObject([
      {
        sequence: 1,
        event: "organization.created",
        category: "Organization",
        result: "success",
        actor: { type: "operator", id: null, name: "tester", keyId: null },
        target: { type: "organization", id: made.id, name: made.name },
      },
    ]);
    expect(ownerUserId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("changes the plan, which the audit log records once", async () => {
    const { organization: made } = await create({ plan: "free" });
    const setPlan = () =>
      callAsOperator(testApp, "eu", made.id, "setOrganizationPlan", { plan: "pro" });
    const changed = await setPlan();
    expect(changed).toMatchObject({ id: made.id, plan: "pro" });
    expect(await setPlan()).toEqual(changed);
    const entries = await callAsOperator(testApp, "eu", made.id, "listAuditEntries", {});
    expect(entries.items.map(({ event, actor }) => [event, actor.type])).toEqual([
      ["organization.plan_changed", "operator"],
      ["organization.created", "operator"],
    ]);
  });

  it("is the only way to make and list organizations: no route does it", async () => {
    const { key } = organization.owner;
    for (const method of ["GET", "POST"] as const) {
      const answer = await request(testApp, { method, path: "/api/organizations", key });
      expect(answer.status).toBe(404);
    }
  });

  it("names the organization if a call needs one", async () => {
    await expect(callAsOperator(testApp, "eu", null, "getOrganization", {})).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });
});

describe("the organization", () => {
  it("is read by every role, and by no scoped key", async () => {
    for (const role of ["viewer", "member", "admin"] as const) {
      const { key } = await makeMember(testApp, organization, role);
      expect((await read(key)).body["id"]).toBe(organization.id);
    }
    const grants = [{ permission: "org:manage-governance" as const, projectId: null }];
    const key = await makeKey(testApp, organization, organization.owner.userId, grants);
    expect((await read(key)).body["code"]).toBe("ORG_OPERATION_DENIED");
    expect((await rename(key, {})).body["code"]).toBe("ORG_OPERATION_DENIED");
  });

  it("is renamed by an admin that sends its present version", async () => {
    const { key } = await makeMember(testApp, organization, "admin");
    const before = (await read(key)).body;
    const name = `Renamed ${tag()}`;
    const renamed = await rename(key, { name, rowVersion: before["rowVersion"] });
    expect(renamed.status, renamed.text).toBe(200);
    expect(renamed.body).toMatchObject({ name, slug: organization.slug });
    const stale = await rename(key, { name: "Late", rowVersion: before["rowVersion"] });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: renamed.body["rowVersion"],
    });
    expect((await read(key)).body).toEqual(renamed.body);
  });

  it("is not renamed by a member or a viewer", async () => {
    const before = (await read(organization.owner.key)).body;
    for (const role of ["viewer", "member"] as const) {
      const { key } = await makeMember(testApp, organization, role);
      const answer = await rename(key, { name: "Mine", rowVersion: before["rowVersion"] });
      expect([answer.status, answer.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
    }
    expect((await read(organization.owner.key)).body).toEqual(before);
  });
});
