import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { request } from "../../testing/request.ts";
import { makeScimClient, scimHeaders, type ScimClient } from "../../testing/scim-client.ts";
import { useTestApp } from "../../testing/test-app.ts";

const newEmail = () => `g-${randomBytes(5).toString("hex")}@example.com`;
const schemas = ["urn:ietf:params:scim:schemas:core:2.0:Group"];

async function start() {
  const testApp = await useTestApp();
  const client = await makeScimClient(testApp);
  const users = [
    await client.makeUser(newEmail()),
    await client.makeUser(newEmail(), { displayName: "Bo" }),
    await client.makeUser(newEmail()),
  ] as const;
  return { testApp, client, users };
}

async function membersOf(client: ScimClient, id: string): Promise<string[]> {
  const { body } = await client.send("GET", `/Groups/${id}`);
  const members = body["members"] as unknown as { value: string }[];
  return members.map(({ value }) => value);
}

describe("a group that a provider creates", () => {
  it("is answered with its members, and found by name and external id", async () => {
    const { client, users } = await start();
    const made = await client.send("POST", "/Groups", {
      schemas: [
        ...schemas,
        "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group",
      ],
      displayName: "Engineers",
      externalId: "eng-1",
      members: [{ value: users[1], display: "ignored" }],
    });
    expect(made.status).toBe(201);
    const id = String(made.body["id"]);
    expect(made.headers["location"]).toMatch(
      new RegExp(`^http://localhost(:\\d+)?${client.base}/Groups/${id}$`),
    );
    expect(made.body).toMatchObject({
      schemas,
      displayName: "Engineers",
      externalId: "eng-1",
      members: [
        {
          value: users[1],
          display: "Bo",
          type: "User",
          $ref: `http://localhost${client.base}/Users/${users[1]}`,
        },
      ],
    });
    const list = async (query: string) => (await client.send("GET", `/Groups?${query}`)).body;
    const byName = encodeURIComponent('displayName eq "eNGINEERS"');
    expect(await list(`filter=${byName}`)).toMatchObject({ Resources: [{ id, members: [{}] }] });
    const bare = await list(`excludedAttributes=members&filter=${byName}`);
    expect(bare["Resources"]?.["0"]).not.toHaveProperty("members");
    expect(await list(`filter=${encodeURIComponent('externalId eq "ENG-1"')}`)).toMatchObject({
      totalResults: 0,
    });
    expect(await list(`filter=${encodeURIComponent('members eq "x"')}`)).toMatchObject({
      scimType: "invalidFilter",
    });
    const alone = await client.send("GET", `/Groups/${id}?excludedAttributes=members`);
    expect(alone.body).not.toHaveProperty("members");
  });

  it("has a displayName and an externalId that no other group has", async () => {
    const { client } = await start();
    await client.send("POST", "/Groups", { displayName: "Ops", externalId: "1" });
    const other = await client.makeGroup("Sales");
    for (const body of [{ displayName: "oPS" }, { displayName: "X", externalId: "1" }]) {
      expect((await client.send("POST", "/Groups", body)).body).toMatchObject({
        status: "409",
        scimType: "uniqueness",
      });
      expect((await client.send("PUT", `/Groups/${other}`, body)).status).toBe(409);
    }
    expect((await client.send("POST", "/Groups", { members: [] })).body).toMatchObject({
      scimType: "invalidValue",
    });
  });

  it("has no unknown, deleted or nested member", async () => {
    const { client, users } = await start();
    const nested = await client.makeGroup("Nested");
    await client.send("DELETE", `/Users/${users[0]}`);
    const group = await client.makeGroup("Group", [users[1]]);
    for (const value of ["x", nested, users[0], "0190a000-0000-7000-8000-000000000000"]) {
      const add = { op: "add", path: "members", value: [{ value: users[2] }, { value }] };
      expect((await client.patch(`/Groups/${group}`, add)).body).toMatchObject({
        status: "400",
        scimType: "invalidValue",
      });
    }
    expect(await membersOf(client, group)).toEqual([users[1]]);
  });
});

describe("members of a group", () => {
  it("change as Okta and Entra ID send it", async () => {
    const { client, users } = await start();
    const [a, b, c] = users;
    const id = await client.makeGroup("Team");
    const path = `/Groups/${id}`;
    const steps: [unknown[], readonly string[]][] = [
      [[{ op: "Add", path: "members", value: [{ $ref: null, value: a }] }], [a]],
      [[{ op: "add", path: "members", value: [{ value: a }, { value: b }] }], [a, b]],
      [
        [
          { op: "remove", path: `members[value eq "${a}"]` },
          { op: "add", path: "members", value: [{ value: c, display: "c" }] },
        ],
        [b, c],
      ],
      [[{ op: "Remove", path: "members", value: [{ value: c }] }], [b]],
      [[{ op: "Remove", path: "members", value: [] }], [b]],
      [[{ op: "remove", path: "members", value: [{ value: "not-a-member" }] }], [b]],
      [[{ op: "replace", path: "members", value: [{ value: a }, { value: c }] }], [a, c]],
      [[{ op: "replace", path: "members", value: [] }], []],
      [[{ op: "add", value: { members: [{ value: b }] } }], [b]],
      [[{ op: "remove", path: "members" }], []],
    ];
    for (const [operations, members] of steps) {
      const answer = await client.patch(path, ...operations);
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect(await membersOf(client, id)).toEqual(members);
    }
    const rename = { op: "replace", value: { id, displayName: "Team 2" } };
    expect((await client.patch(path, rename)).status).toBe(204);
    const put = await client.send("PUT", path, {
      schemas,
      displayName: "T",
      members: [{ value: a }],
    });
    expect(put.body).toMatchObject({ id, displayName: "T", members: [{ value: a }] });
  });

  it("stay while they are deactivated, and give a role by a mapping", async () => {
    const { testApp, client, users } = await start();
    const id = await client.makeGroup("Admins", [users[0]]);
    await client.patch(`/Users/${users[0]}`, { op: "replace", path: "active", value: false });
    expect(await membersOf(client, id)).toEqual([users[0]]);
    const db = await testApp.cells.eu.platform.database();
    const organizationId = client.organization.id;
    await db
      .insertInto("groupMapping")
      .values({
        organizationId,
        id: testApp.cells.eu.platform.clock.newId(),
        groupName: "admins",
        groupKey: "admins",
        role: "admin",
        priority: 1,
        createdAt: new Date(),
        modifiedAt: new Date(),
        rowVersion: 1,
      })
      .execute();
    await client.makeUser(newEmail());
    const late = await client.makeUser(newEmail(), { active: false });
    await client.patch(`/Groups/${id}`, { op: "add", path: "members", value: [{ value: late }] });
    await client.patch(`/Users/${late}`, { op: "replace", path: "active", value: true });
    const roles = await db
      .selectFrom("membership")
      .select(["id", "role"])
      .where("organizationId", "=", organizationId)
      .execute();
    expect(roles.find((row) => row.id === late)?.role).toBe("admin");
    const { key } = client.organization.owner;
    const path = "/api/audit-log/export?event=user.role_changed_via_scim";
    const { text } = await request(testApp, { method: "GET", path, key });
    expect(JSON.parse(text)).toMatchObject([
      {
        actor: { type: "scimToken" },
        details: { matchedGroup: "admins", matchedPriority: 1, fallbackUsed: false, role: "admin" },
      },
    ]);
  });
});

describe("a deleted group", () => {
  it("is gone; deleting it again succeeds, and deleting one never seen does not", async () => {
    const { client, users } = await start();
    const id = await client.makeGroup("Old", [users[0]]);
    expect((await client.send("DELETE", `/Groups/${id}`)).status).toBe(204);
    expect((await client.send("DELETE", `/Groups/${id}`)).status).toBe(204);
    expect((await client.send("GET", `/Groups/${id}`)).body).toMatchObject({
      scimType: "notFound",
    });
    const never = "0190a000-0000-7000-8000-000000000000";
    expect((await client.send("DELETE", `/Groups/${never}`)).status).toBe(404);
    expect((await client.send("GET", "/Groups")).body).toMatchObject({ totalResults: 0 });
  });
});

describe("parallel PATCHes of one group", () => {
  it("lose no member", async () => {
    const { client, users } = await start();
    const more = await Promise.all(Array.from({ length: 9 }, () => client.makeUser(newEmail())));
    const all = [...users, ...more];
    const id = await client.makeGroup("Parallel");
    await Promise.all(
      all.map((value) =>
        client.patch(`/Groups/${id}`, { op: "Add", path: "members", value: [{ value }] }),
      ),
    );
    expect(new Set(await membersOf(client, id))).toEqual(new Set(all));
  });
});

describe.each(["eu", "us"] as const)("ids of another organization, in region %s", (region) => {
  it("name nothing, whatever the request does with them", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp, { region });
    const other = await makeScimClient(testApp, { region });
    const foreignUser = await other.makeUser(newEmail());
    const foreignGroup = await other.makeGroup("Foreign", [foreignUser]);
    const before = (await other.send("GET", `/Groups/${foreignGroup}`)).body;
    const own = await client.makeGroup("Own");
    const member = [{ value: foreignUser }];
    const add = { op: "add", path: "members", value: member };
    const put = { displayName: "Mine", members: [] };
    const person = { userName: newEmail(), emails: [{ value: newEmail() }], active: false };
    for (const [status, sent] of [
      [404, client.send("GET", `/Groups/${foreignGroup}`)],
      [404, client.send("PUT", `/Groups/${foreignGroup}`, put)],
      [404, client.patch(`/Groups/${foreignGroup}`, { op: "remove", path: "members" })],
      [404, client.send("DELETE", `/Groups/${foreignGroup}`)],
      [404, client.send("PUT", `/Users/${foreignUser}`, person)],
      [400, client.patch(`/Groups/${own}`, add)],
      [400, client.patch(`/Groups/${own}`, { ...add, op: "replace" })],
      [400, client.send("PUT", `/Groups/${own}`, { displayName: "Own", members: member })],
      [400, client.send("POST", "/Groups", { displayName: "New", members: member })],
    ] as const)
      expect((await sent).status).toBe(status);
    const path = `members[value eq "${foreignUser}"]`;
    expect((await client.patch(`/Groups/${own}`, { op: "remove", path })).status).toBe(204);
    expect((await other.send("GET", `/Groups/${foreignGroup}`)).body).toEqual(before);
    expect(await membersOf(client, own)).toEqual([]);
  });

  it("are not opened by a token of another organization or region", async () => {
    const testApp = await useTestApp();
    const client = await makeScimClient(testApp, { region });
    const other = await makeScimClient(testApp, { region });
    const elsewhere = await makeScimClient(testApp, { region: region === "eu" ? "us" : "eu" });
    const read = (base: string, token: string) =>
      request(testApp, { method: "GET", path: `${base}/Users`, headers: scimHeaders(token) });
    expect((await read(other.base, client.token)).status).toBe(403);
    expect((await read(elsewhere.base, client.token)).status).toBe(401);
    expect((await read(client.base, elsewhere.token)).status).toBe(401);
    const swapped = region === "us" ? client.base.slice(3) : `/us${client.base}`;
    expect((await read(swapped, client.token)).status).toBe(401);
  });
});
