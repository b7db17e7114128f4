import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openPage, signInAs, submit } from "../../testing/browser.ts";
import {
  callAsOperator,
  makeMember,
  makeOrganization,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { makeScimClient } from "../../testing/scim-client.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { changeAsSystem } from "../../platform/kernel/change-as-system.ts";
import { admitBySso } from "./admit-by-sso.ts";
import { findUser } from "./user-rows.ts";

const password = "a sentence that is long enough";

/** Verifies a domain for an organization, as the operator does. */
async function verify(testApp: TestApp, { id: organizationId }: MadeOrganization, domain: string) {
  const { database, clock } = testApp.cells.eu.platform;
  const at = clock.now();
  const stamp = { createdAt: at, modifiedAt: at, rowVersion: 1, verifiedAt: at };
  const row = { organizationId, id: randomUUID(), domain, txtValue: "x", ...stamp };
  await (await database()).insertInto("emailDomain").values(row).execute();
}

/** A person who invites an address of others, opens the link, and so holds an account of it. */
async function hold(testApp: TestApp) {
  const home = await makeOrganization(testApp);
  const domain = `${randomUUID()}.example`;
  const email = `victim@${domain}`;
  const made = await request(testApp, {
    method: "POST",
    path: "/api/invitations",
    key: home.owner.key,
    body: { email, role: "member" },
  });
  const browser = { region: "eu" as const, cookies: new Map<string, string>() };
  const { pathname } = new URL(String(made.body["link"]));
  const joined = await submit(testApp, browser, pathname, { name: "Eve", password });
  expect(joined.status).toBe(303);
  const { clock, database } = testApp.cells.eu.platform;
  const db = await database();
  const userId = (await findUser(db, email))?.id ?? "";
  const key = { credentialId: userId, publicKey: "x", counter: 0, transports: "[]" };
  const named = { name: "Laptop", backedUp: false, createdAt: clock.now() };
  await db
    .insertInto("passkey")
    .values({ id: clock.newId(), userId, ...key, ...named })
    .execute();
  return { home, domain, email, userId, browser };
}

async function holds(testApp: TestApp, email: string) {
  const db = await testApp.cells.eu.platform.database();
  const user = await findUser(db, email);
  const passkeys = db
    .selectFrom("passkey")
    .selectAll()
    .where("userId", "=", user?.id ?? "");
  return {
    hasPassword: (user?.passwordHash ?? null) !== null,
    passkeys: (await passkeys.execute()).length,
    isUnproven: user?.isAddressUnproven,
  };
}

const eventsOf = async (testApp: TestApp, { id }: MadeOrganization) => {
  const db = await testApp.cells.eu.platform.database();
  const entries = db.selectFrom("auditEntry").select("event").where("organizationId", "=", id);
  return (await entries.execute()).map(({ event }) => event);
};

/** A sign-in through the provider of an organization, after its answer was verified. */
async function signInBySso(testApp: TestApp, { id }: MadeOrganization, email: string) {
  const { platform } = testApp.cells.eu;
  const db = await platform.database();
  const capturedDomains = [email.split("@")[1] ?? ""];
  const person = { email, name: null, groups: null, isJitEnabled: true };
  const asserted = { ...person, connectionId: randomUUID(), capturedDomains };
  return changeAsSystem(platform, db, id, ({ trx, now, emit }) =>
    admitBySso(platform, trx, {
      ...asserted,
      organizationId: id,
      now,
      emit,
    }),
  );
}

const nothing = { hasPassword: false, passkeys: 0, isUnproven: false };

describe("an account that another person may hold", () => {
  it("is given to the person whom the owner of the domain provisions", async () => {
    const testApp = await useTestApp();
    const { domain, email, browser } = await hold(testApp);
    expect(await holds(testApp, email)).toEqual({
      hasPassword: true,
      passkeys: 1,
      isUnproven: true,
    });
    const scim = await makeScimClient(testApp);
    await verify(testApp, scim.organization, domain);
    await scim.makeUser(email);
    expect(await holds(testApp, email)).toEqual(nothing);
    expect((await openPage(testApp, browser, "/account")).status).toBe(303);
    expect(await eventsOf(testApp, scim.organization)).toContain("account.claimed");
  });

  it("is given to the person who signs in through the provider of the domain", async () => {
    const testApp = await useTestApp();
    const { domain, email, browser } = await hold(testApp);
    const company = await makeOrganization(testApp);
    await verify(testApp, company, domain);
    expect(await signInBySso(testApp, company, email)).toMatchObject({
      wasProvisioned: true,
      isNewAccount: false,
    });
    expect(await holds(testApp, email)).toEqual(nothing);
    expect((await openPage(testApp, browser, "/account")).status).toBe(303);
    expect(await eventsOf(testApp, company)).toContain("account.claimed");
  });

  it("joins no organization that provisioned it until a link proved the address", async () => {
    const testApp = await useTestApp();
    const { home, email, userId, browser } = await hold(testApp);
    const scim = await makeScimClient(testApp);
    await scim.makeUser(email);
    const accept = { id: scim.organization.id };
    const refused = await submit(testApp, browser, "/account/memberships/accept", accept);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("Set a new password with a link");
    const { link } = await callAsOperator(testApp, "eu", home.id, "makePasswordReset", { userId });
    const reset = new URL(link).pathname;
    expect((await submit(testApp, browser, reset, { password: `${password}!` })).status).toBe(303);
    expect(await holds(testApp, email)).toEqual({
      hasPassword: true,
      passkeys: 0,
      isUnproven: false,
    });
    expect((await submit(testApp, browser, "/account/memberships/accept", accept)).status).toBe(
      303,
    );
  });
});

describe("an account whose address nobody doubts", () => {
  it("keeps its password when an organization that owns the domain provisions it", async () => {
    const testApp = await useTestApp();
    const home = await makeOrganization(testApp);
    const person = await makeMember(testApp, home, "member");
    const browser = await signInAs(testApp, home, person, password);
    const scim = await makeScimClient(testApp);
    await scim.makeUser(person.email);
    expect(
      (await submit(testApp, browser, "/account/memberships/accept", { id: scim.organization.id }))
        .status,
    ).toBe(303);
    expect(await holds(testApp, person.email)).toMatchObject({ hasPassword: true });
    expect((await openPage(testApp, browser, "/account")).status).toBe(200);
  });
});

describe("a membership that waits for a person", () => {
  it("begins with a single sign-on once the domain is verified", async () => {
    const testApp = await useTestApp();
    const home = await makeOrganization(testApp);
    const domain = `${randomUUID()}.example`;
    const email = `ada@${domain}`;
    const owner = { name: "Home", slug: `h-${randomUUID()}`, ownerEmail: email, ownerName: "Ada" };
    await callAsOperator(testApp, "eu", home.id, "createOrganization", owner);
    const scim = await makeScimClient(testApp);
    const path = `/Users/${await scim.makeUser(email)}`;
    await verify(testApp, scim.organization, domain);
    const admitted = await signInBySso(testApp, scim.organization, email);
    expect(admitted).toMatchObject({ wasProvisioned: false });
    expect((await scim.send("GET", path)).body["active"]).toBe(true);
    expect(await eventsOf(testApp, scim.organization)).toContain("scim.membership_accepted");
  });
});
