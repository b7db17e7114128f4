import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openPage, signInAs, submit } from "../../testing/browser.ts";
import { makeMember, makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";

const password = "a sentence that is long enough";
const newAddress = () => `invited-${randomBytes(5).toString("hex")}@example.com`;
const newBrowser = () => ({ region: "eu" as const, cookies: new Map<string, string>() });

async function invite(
  testApp: TestApp,
  { owner }: MadeOrganization,
  email: string,
  role = "member",
): Promise<{ id: string; path: string }> {
  const made = await request(testApp, {
    method: "POST",
    path: "/api/invitations",
    key: owner.key,
    body: { email, role },
  });
  expect(made.status).toBe(201);
  return { id: String(made.body["id"]), path: new URL(String(made.body["link"])).pathname };
}

async function remove(testApp: TestApp, { owner }: MadeOrganization, userId: string) {
  const path = `/api/members/${userId}`;
  const removed = await request(testApp, { method: "DELETE", path, key: owner.key });
  expect(removed.status).toBe(204);
}

describe("an invitation", () => {
  it("makes a new person a member, who is then signed in, once", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const email = newAddress();
    const { path } = await invite(testApp, organization, email);
    const browser = newBrowser();
    expect((await openPage(testApp, browser, path)).text).toContain(email);
    const joined = await submit(testApp, browser, path, { name: "Ines", password });
    expect(joined.status).toBe(303);
    const members = await request(testApp, {
      method: "GET",
      path: "/api/members",
      key: organization.owner.key,
    });
    expect(JSON.stringify(members.body["items"])).toContain(email);
    const again = await submit(testApp, newBrowser(), path, { name: "Eve", password });
    expect(again.status).toBe(400);
    expect(again.text).toContain("CODE_INVALID");
  });

  it("lets no one but its person open an account that is in use", async () => {
    const testApp = await useTestApp();
    const [one, two] = [await makeOrganization(testApp), await makeOrganization(testApp)];
    const member = await makeMember(testApp, one, "member");
    const { path } = await invite(testApp, two, member.email);
    // The account has no password: the one who invites must not be able to set one.
    const stolen = await submit(testApp, newBrowser(), path, { name: "Eve", password });
    expect(stolen.status).toBe(401);
    expect(stolen.text).toContain(`Sign in as ${member.email}`);
    const browser = await signInAs(testApp, one, member, password);
    const joined = await submit(testApp, browser, path, {});
    expect(joined.status).toBe(303);
    const other = await makeMember(testApp, one, "member");
    const second = await invite(testApp, two, other.email);
    expect((await submit(testApp, browser, second.path, {})).status).toBe(401);
  });

  it("is useless once it is revoked or replaced", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const email = newAddress();
    const first = await invite(testApp, organization, email);
    const second = await invite(testApp, organization, email);
    expect((await openPage(testApp, newBrowser(), first.path)).status).toBe(400);
    const revoked = await request(testApp, {
      method: "DELETE",
      path: `/api/invitations/${second.id}`,
      key: organization.owner.key,
    });
    expect(revoked.status).toBe(204);
    expect((await openPage(testApp, newBrowser(), second.path)).status).toBe(400);
  });

  it("opens no account that has only a passkey", async () => {
    const testApp = await useTestApp();
    const [one, two] = [await makeOrganization(testApp), await makeOrganization(testApp)];
    const { userId, email } = await makeMember(testApp, one, "member");
    const { clock, database } = testApp.cells.eu.platform;
    const db = await database();
    const passkey = { credentialId: userId, publicKey: "x", counter: 0, transports: "[]" };
    const named = { name: "Laptop", backedUp: false, createdAt: clock.now() };
    await db
      .insertInto("passkey")
      .values({ id: clock.newId(), userId, ...passkey, ...named })
      .execute();
    await remove(testApp, one, userId);
    const { path } = await invite(testApp, two, email);
    const stolen = await submit(testApp, newBrowser(), path, { name: "Eve", password });
    expect(stolen.status).toBe(401);
  });

  it("is useless once its person became a member otherwise, also after a removal", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const email = newAddress();
    const { path } = await invite(testApp, organization, email, "admin");
    const added = await request(testApp, {
      method: "POST",
      path: "/api/members",
      key: organization.owner.key,
      body: { email: email.toUpperCase(), name: "Ines", role: "member" },
    });
    await remove(testApp, organization, String(added.body["userId"]));
    expect((await openPage(testApp, newBrowser(), path)).status).toBe(400);
    const back = await submit(testApp, newBrowser(), path, { name: "Ines", password });
    expect(back.text).toContain("CODE_INVALID");
  });

  it("grants no role above that of the one who invites", async () => {
    const testApp = await useTestApp();
    const organization = await makeOrganization(testApp);
    const admin = await makeMember(testApp, organization, "admin");
    const viewer = await makeMember(testApp, organization, "viewer");
    const inviteAs = (key: string, role: string) =>
      request(testApp, {
        method: "POST",
        path: "/api/invitations",
        key,
        body: { email: newAddress(), role },
      });
    expect((await inviteAs(admin.key, "owner")).body["code"]).toBe("ROLE_INSUFFICIENT");
    expect((await inviteAs(viewer.key, "viewer")).status).toBe(403);
    expect((await inviteAs(admin.key, "admin")).status).toBe(201);
  });
});
