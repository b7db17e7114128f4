import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { callAsOperator, makeKey, makeMember, makeOrganization } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { makeScimClient, type ScimClient } from "../../testing/scim-client.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

const newEmail = (domain = "example.com") => `u-${randomBytes(5).toString("hex")}@${domain}`;
const filterBy = (attribute: string, value: string) =>
  `/Users?filter=${encodeURIComponent(`${attribute} eq ${JSON.stringify(value)}`)}`;
const schemas = ["urn:ietf:params:scim:schemas:core:2.0:User"];

async function start() {
  const testApp = await useTestApp();
  return { testApp, client: await makeScimClient(testApp) };
}

/** Read from the table, because no owner with a key remains. */
async function deprovisionedIn(testApp: TestApp, organizationId: string) {
  const db = await testApp.cells.eu.platform.database();
  return db
    .selectFrom("auditEntry")
    .select("details")
    .where("organizationId", "=", organizationId)
    .where("event", "=", "scim.user_deprovisioned")
    .execute();
}

async function auditOf(client: ScimClient, event: string) {
  const { key } = client.organization.owner;
  const path = `/api/audit-log/export?event=${event}`;
  const { text } = await request(await useTestApp(), { method: "GET", path, key });
  return JSON.parse(text) as Record<string, Record<string, unknown>>[];
}

describe("a user that a provider creates", () => {
  it("is answered with its place, and found by every filter", async () => {
    const { client } = await start();
    const email = newEmail();
    const made = await client.send("POST", "/Users", {
      schemas,
      userName: `Name-${email}`,
      externalId: "00u-Case",
      name: { givenName: "Ann", familyName: "Lee" },
      displayName: "Ann Lee",
      emails: [{ value: email, type: "work", primary: true }],
      password: "placeholder",
      groups: [],
      locale: "en",
      active: true,
    });
    expect(made.status).toBe(201);
    expect(made.headers["content-type"]).toBe("application/scim+json");
    expect(made.text).not.toContain("placeholder");
    const id = String(made.body["id"]);
    const location = `http://localhost${client.base}/Users/${id}`;
    expect(made.headers["location"]).toBe(location);
    expect(made.body).toMatchObject({ meta: { location, resourceType: "User" }, active: true });
    expect(String(made.body["meta"]?.["version"])).toMatch(/^W\/"/);
    expect(made.body).not.toHaveProperty("groups");
    for (const [attribute, value] of [
      ["userName", `nAME-${email.toUpperCase()}`],
      ["email", email.toUpperCase()],
      ["emails.value", email],
      ['emails[type eq "work"].value', email],
      ["externalId", "00u-Case"],
      ["displayName", "ann LEE"],
    ] as const) {
      const found = await client.send("GET", filterBy(attribute, value));
      expect(found.body, attribute).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    }
    const other = await client.send("GET", filterBy("externalId", "00u-case"));
    expect(other.body).toMatchObject({ totalResults: 0, Resources: [], itemsPerPage: 0 });
    expect((await client.send("GET", `/Users/${id}`)).body).toEqual(made.body);
  });

  it("is refused where the userName, externalId or address is in use", async () => {
    const { client } = await start();
    const [email, other] = [newEmail(), newEmail()];
    await client.makeUser(email, { externalId: "x1" });
    for (const body of [
      { userName: email.toUpperCase() },
      { userName: other, externalId: "x1" },
      { userName: other, emails: [{ value: email }] },
    ]) {
      const refused = await client.send("POST", "/Users", body);
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ status: "409", scimType: "uniqueness" });
    }
  });

  it("may be a member whom a person added: listed, found by address, and 409 for a POST", async () => {
    const { testApp, client } = await start();
    const member = await makeMember(testApp, client.organization, "member");
    const found = await client.send("GET", filterBy("userName", member.email));
    expect(found.body).toMatchObject({
      totalResults: 1,
      Resources: [
        {
          userName: member.email,
          displayName: "The member",
          emails: [{ value: member.email, primary: true }],
          active: true,
        },
      ],
    });
    expect((await client.send("POST", "/Users", { userName: member.email })).status).toBe(409);
    const id = String(found.body["Resources"]?.["0"]?.["id"]);
    const patched = await client.patch(`/Users/${id}`, {
      op: "replace",
      path: "displayName",
      value: "Mel",
    });
    expect(patched.body).toMatchObject({ userName: member.email, displayName: "Mel" });
  });

  it("has the fallback role, and is inactive where the provider says so", async () => {
    const { testApp, client } = await start();
    const email = newEmail();
    const made = await client.send("POST", "/Users", { userName: email, active: "False" });
    expect(made.body).toMatchObject({ active: false });
    const { key } = client.organization.owner;
    const members = await request(testApp, { method: "GET", path: "/api/members", key });
    expect(members.text).not.toContain(email);
    await client.patch(`/Users/${String(made.body["id"])}`, {
      op: "replace",
      value: { active: true },
    });
    const after = await request(testApp, { method: "GET", path: "/api/members", key });
    expect(after.body["items"]).toMatchObject([{}, { email, role: "viewer" }]);
  });
});

describe("a list of users", () => {
  it("has stable pages, and moves bounds that are too small or too large", async () => {
    const { client } = await start();
    for (let at = 0; at < 4; at += 1) await client.makeUser(newEmail());
    const page = async (query: string) => (await client.send("GET", `/Users?${query}`)).body;
    const ids = (body: Record<string, unknown>) =>
      (body["Resources"] as { id: string }[]).map(({ id }) => id);
    const all = ids(await page(""));
    expect(all).toHaveLength(5);
    expect(ids(await page("startIndex=2&count=2"))).toEqual(all.slice(1, 3));
    expect(await page("count=0")).toMatchObject({
      totalResults: 5,
      itemsPerPage: 0,
      Resources: [],
    });
    expect(await page("count=-5")).toMatchObject({ totalResults: 5, itemsPerPage: 0 });
    expect(await page("startIndex=-3&count=1")).toMatchObject({ startIndex: 1, itemsPerPage: 1 });
    expect(await page("startIndex=99")).toMatchObject({ totalResults: 5, itemsPerPage: 0 });
    expect(await page("count=100000")).toMatchObject({ totalResults: 5, itemsPerPage: 5 });
    expect((await client.send("GET", "/Users?count=x")).body).toMatchObject({
      scimType: "invalidValue",
    });
    expect(
      (await client.send("GET", "/Users?attributes=userName&count=1")).body["Resources"]?.["0"],
    ).toEqual({ schemas, id: all[0], userName: expect.any(String) as string });
  });

  it("refuses every other filter as invalidFilter", async () => {
    const { client } = await start();
    for (const filter of ['userName sw "a"', 'id eq "a"', "userName eq 'a'", "x"]) {
      const refused = await client.send("GET", `/Users?filter=${encodeURIComponent(filter)}`);
      expect(refused.body).toMatchObject({ status: "400", scimType: "invalidFilter" });
    }
  });
});

describe("PUT", () => {
  it("replaces everything but active, clears what is missing, and ignores what is read-only", async () => {
    const { client } = await start();
    const email = newEmail();
    const id = await client.makeUser(email, { externalId: "x", displayName: "A", active: false });
    const put = await client.send("PUT", `/Users/${id}`, {
      schemas,
      id: "other",
      meta: { version: "1" },
      groups: [{ value: "x" }],
      userName: email,
      name: { givenName: "Ann" },
    });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({
      id,
      userName: email,
      name: { givenName: "Ann" },
      active: false,
    });
    for (const name of ["externalId", "displayName", "emails"])
      expect(put.body).not.toHaveProperty(name);
    const taken = newEmail();
    await client.makeUser(taken);
    expect((await client.send("PUT", `/Users/${id}`, { userName: taken })).status).toBe(409);
    expect((await client.send("PUT", `/Users/${id}`, {})).body).toMatchObject({
      scimType: "invalidValue",
    });
    const renamed = await client.send("PUT", `/Users/${id}`, {
      userName: newEmail(),
      active: true,
    });
    expect(renamed.body).toMatchObject({ active: true });
  });
});

describe("PATCH", () => {
  it("applies all operations or none, and changes the version only with the user", async () => {
    const { client } = await start();
    const id = await client.makeUser(newEmail());
    const version = async () =>
      (await client.send("GET", `/Users/${id}`)).body["meta"]?.["version"];
    const before = await version();
    const refused = await client.patch(
      `/Users/${id}`,
      { op: "replace", path: "displayName", value: "New" },
      { op: "replace", path: "title", value: "x" },
    );
    expect(refused.body).toMatchObject({ status: "400", scimType: "invalidPath" });
    const same = await client.patch(`/Users/${id}`, { op: "replace", path: "active", value: true });
    expect(same.status).toBe(200);
    expect(await version()).toEqual(before);
    const done = await client.patch(`/Users/${id}`, {
      op: "Replace",
      path: "name.givenName",
      value: "Ann",
    });
    expect(done.body).toMatchObject({ name: { givenName: "Ann" } });
    expect(await version()).not.toEqual(before);
  });

  it("that is refused leaves an audit entry with the path and the mapping to delete", async () => {
    const { client } = await start();
    const id = await client.makeUser(newEmail());
    const path = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber";
    await client.patch(`/Users/${id}`, { op: "Add", path, value: "7" });
    const entries = await auditOf(client, "scim.user_updated");
    expect(entries).toMatchObject([
      {
        result: "refused",
        actor: { type: "scimToken", name: "Okta" },
        details: {
          code: "SCIM_PATH_INVALID",
          membershipId: id,
          path,
          reason: expect.stringMatching(/employeeNumber.*Delete the mapping/) as string,
        },
      },
    ]);
  });
});

describe("a user who leaves", () => {
  it.each([
    ["PATCH", { op: "Replace", path: "active", value: "False" }],
    ["PATCH without a path", { op: "replace", value: { active: false } }],
  ])(
    "by %s is refused from the next call on, and comes back without keys",
    async (_, operation) => {
      const { testApp, client } = await start();
      const member = await makeMember(testApp, client.organization, "admin");
      const found = await client.send("GET", filterBy("userName", member.email));
      const id = String(found.body["Resources"]?.["0"]?.["id"]);
      const call = (key: string) => request(testApp, { method: "GET", path: "/api/projects", key });
      expect((await call(member.key)).status).toBe(200);
      const left = await client.patch(`/Users/${id}`, operation);
      expect(left.body).toMatchObject({ id, active: false });
      expect((await call(member.key)).status).toBe(401);
      expect((await client.send("GET", filterBy("userName", member.email))).body).toMatchObject({
        Resources: [{ id, active: false }],
      });
      expect((await client.send("POST", "/Users", { userName: member.email })).status).toBe(409);
      await client.patch(`/Users/${id}`, { op: "replace", path: "active", value: true });
      expect((await call(member.key)).status).toBe(401);
      const key = await makeKey(testApp, client.organization, member.userId);
      expect((await call(key)).status).toBe(200);
      expect(await auditOf(client, "scim.user_deprovisioned")).toMatchObject([
        {
          actor: { type: "scimToken" },
          target: { id: member.userId },
          details: { revokedKeys: 1, isDeleted: false, role: "admin", wasLastOwner: false },
        },
      ]);
    },
  );

  it("by DELETE is gone; a POST makes a new user with another id", async () => {
    const { client } = await start();
    const email = newEmail();
    const id = await client.makeUser(email);
    const group = await client.makeGroup("Engineers", [id]);
    const path = `/Users/${id}`;
    expect((await client.send("DELETE", path)).status).toBe(204);
    expect((await client.send("DELETE", path)).status).toBe(204);
    for (const method of ["GET", "PUT", "PATCH"] as const) {
      const body =
        method === "GET"
          ? undefined
          : { userName: email, Operations: [{ op: "replace", path: "active", value: true }] };
      const gone = await client.send(method, path, body);
      expect(gone.status).toBe(404);
      expect(gone.body).toMatchObject({ status: "404", scimType: "notFound" });
    }
    expect((await client.send("GET", filterBy("userName", email))).body["totalResults"]).toBe(0);
    expect((await client.send("GET", `/Groups/${group}`)).body["members"]).toEqual([]);
    const again = await client.makeUser(email);
    expect(again).not.toBe(id);
    expect((await client.send("GET", path)).status).toBe(404);
    expect((await client.send("DELETE", path)).status).toBe(204);
    const never = "0190a000-0000-7000-8000-000000000000";
    expect((await client.send("DELETE", `/Users/${never}`)).status).toBe(404);
    expect((await client.send("GET", "/Users/not-an-id")).status).toBe(404);
    expect((await auditOf(client, "scim.user_deprovisioned")).length).toBe(1);
  });

  it("may be the last owner, which entry and log say", async () => {
    const { testApp, client } = await start();
    const { owner } = client.organization;
    const found = await client.send("GET", filterBy("userName", owner.email));
    const id = String(found.body["Resources"]?.["0"]?.["id"]);
    expect((await client.send("DELETE", `/Users/${id}`)).status).toBe(204);
    expect(testApp.logged.some((line) => line.includes("owner add"))).toBe(true);
    const entries = await deprovisionedIn(testApp, client.organization.id);
    expect(entries).toMatchObject([{ details: { wasLastOwner: true, role: "owner" } }]);
  });

  it("may be the last owner who can sign in, which entry and log say", async () => {
    const { testApp, client } = await start();
    const { owner, id: organizationId } = client.organization;
    const domain = `${randomBytes(4).toString("hex")}.example`;
    const place = [testApp, client.organization.region, organizationId] as const;
    const { id: domainId } = await callAsOperator(...place, "confirmEmailDomain", { domain });
    const locked = { email: `mem@${domain}`, name: "Mem", role: "owner" } as const;
    await callAsOperator(...place, "addMember", locked);
    const enforced = { domainId, isEnforced: true, confirmLockout: true };
    await callAsOperator(...place, "setSsoEnforcement", enforced);
    const found = await client.send("GET", filterBy("userName", owner.email));
    const id = String(found.body["Resources"]?.["0"]?.["id"]);
    expect((await client.send("DELETE", `/Users/${id}`)).status).toBe(204);
    const warned = (line: string) => line.includes(organizationId) && line.includes("owner add");
    expect(testApp.logged.some(warned)).toBe(true);
    const entries = await deprovisionedIn(testApp, organizationId);
    const warning = expect.stringContaining("owner add") as string;
    expect(entries).toMatchObject([{ details: { wasLastOwner: false, warning } }]);
  });
});

describe("an address with an account", () => {
  async function meet(isVerified: boolean) {
    const { testApp, client } = await start();
    const domain = `${randomBytes(4).toString("hex")}.example`;
    const elsewhere = await makeScimClient(testApp);
    const email = newEmail(domain);
    await elsewhere.makeUser(email);
    const db = await testApp.cells.eu.platform.database();
    if (isVerified)
      await db
        .insertInto("emailDomain")
        .values({
          organizationId: client.organization.id,
          id: testApp.cells.eu.platform.clock.newId(),
          domain,
          txtValue: "x",
          verifiedAt: new Date(),
          verifiedBy: "operator",
          createdAt: new Date(),
          modifiedAt: new Date(),
          rowVersion: 1,
        })
        .execute();
    const made = await client.send("POST", "/Users", { userName: email });
    const member = await db
      .selectFrom("membership")
      .selectAll()
      .where("organizationId", "=", client.organization.id)
      .where("id", "=", String(made.body["id"]))
      .executeTakeFirstOrThrow();
    return { testApp, client, elsewhere, email, made, member, db, domain };
  }

  it("of another organization is linked on a verified domain", async () => {
    const { made, member } = await meet(true);
    expect(made.body).toMatchObject({ active: true });
    expect(member.isActive).toBe(true);
  });

  it("of another organization waits for the person on any other domain", async () => {
    const { made, member, client } = await meet(false);
    expect(made.body).toMatchObject({ active: true });
    expect(member.isActive).toBe(false);
    const path = `/Users/${String(made.body["id"])}`;
    const off = await client.patch(path, { op: "replace", path: "active", value: false });
    expect(off.body).toMatchObject({ active: false });
    await client.patch(path, { op: "replace", path: "active", value: true });
    expect(await auditOf(client, "scim.user_reactivated")).toMatchObject([
      { details: { isPending: true } },
    ]);
  });

  it("keeps its sign-in address while another organization has it, and follows SCIM otherwise", async () => {
    const { client, made, email, db, elsewhere, domain } = await meet(true);
    const path = `/Users/${String(made.body["id"])}`;
    const address = newEmail(domain);
    const change = () => client.patch(path, { op: "replace", path: "emails", value: address });
    expect((await change()).body).toMatchObject({ emails: [{ value: address }] });
    const accountOf = (wanted: string) =>
      db.selectFrom("userAccount").select("id").where("email", "=", wanted).executeTakeFirst();
    expect(await accountOf(email)).toBeDefined();
    const other = await client.makeUser(newEmail(domain));
    const [before, after] = [newEmail(domain), newEmail(domain)];
    await client.patch(`/Users/${other}`, { op: "replace", path: "emails", value: before });
    expect(await accountOf(before)).toBeDefined();
    await client.patch(`/Users/${other}`, { op: "replace", path: "emails", value: after });
    expect(await accountOf(before)).toBeUndefined();
    expect(await accountOf(after)).toBeDefined();
    expect(await auditOf(client, "scim.sign_in_address_changed")).toMatchObject([
      { details: { after: before } },
      { details: { before, after } },
    ]);
    const unverified = await elsewhere.makeUser(newEmail("unverified.example"));
    const given = newEmail("unverified.example");
    await elsewhere.patch(`/Users/${unverified}`, { op: "replace", path: "emails", value: given });
    expect(await accountOf(given)).toBeUndefined();
  });
});

describe("another organization's user", () => {
  it("is neither found nor changed", async () => {
    const { testApp, client } = await start();
    const other = await makeScimClient(testApp, { organization: await makeOrganization(testApp) });
    const id = await other.makeUser(newEmail());
    expect((await client.send("GET", `/Users/${id}`)).status).toBe(404);
    const operation = { op: "replace", path: "active", value: false };
    expect((await client.patch(`/Users/${id}`, operation)).status).toBe(404);
    expect((await client.send("DELETE", `/Users/${id}`)).status).toBe(404);
  });
});
