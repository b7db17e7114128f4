import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { admitBySso } from "../../domain/people/admit-by-sso.ts";
import { openSession } from "../../domain/people/open-session.ts";
import { findSignInPolicy } from "../../domain/people/sign-in-policy.ts";
import { changeAsSystem } from "../../platform/kernel/change-as-system.ts";
import { signInAgain, signInAs, submit } from "../../testing/browser.ts";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type ResponseBody, type TestRequest } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSigner } from "../sso/testing/make-signer.ts";
import { makeMetadata } from "../sso/testing/saml-response.ts";

const password = "correct horse battery staple";
const signer = makeSigner();
let testApp: TestApp;

beforeAll(async () => {
  testApp = await useTestApp();
});

const outcome = ({ status, body }: { status: number; body: ResponseBody }) =>
  status < 300 ? status : [status, body["code"]];

interface Company extends MadeOrganization {
  readonly domain: string;
  readonly domainId: string;
  /** An owner with an address in the domain. */
  readonly ada: MadeMember;
  readonly connectionId: string;
}

/** An organization with a verified domain and an owner of that domain. */
async function makeCompany(): Promise<Company> {
  const own = await makeOrganization(testApp);
  const domain = `${randomUUID().slice(0, 8)}.example`;
  const made = await callAsOperator(testApp, "eu", own.id, "confirmEmailDomain", { domain });
  const ada = await addPerson(own, `ada@${domain}`, "owner");
  const connectionId = await makeConnection(own);
  return { ...own, domain, domainId: made.id, ada, connectionId };
}

/** An active connection that captured the domain. */
async function makeConnection(own: MadeOrganization, name = "SAML"): Promise<string> {
  const metadata = makeMetadata("https://idp.example", "https://idp.example/sso", [signer]);
  const { body } = await request(testApp, {
    method: "POST",
    path: "/api/sso/connections",
    body: { name, protocol: "saml", metadata },
    key: own.owner.key,
  });
  // The signed test of a connection has tests of its own.
  const db = await testApp.cells.eu.platform.database();
  const id = String(body["id"]);
  await db.updateTable("ssoConnection").set({ status: "active" }).where("id", "=", id).execute();
  return id;
}

async function addPerson(own: MadeOrganization, email: string, role: "owner" | "member") {
  const fields = { email, name: "Ada", role };
  const { userId } = await callAsOperator(testApp, "eu", own.id, "addMember", fields);
  return { userId, email, key: await makeKey(testApp, own, userId) };
}

/** Signs a member in through the company's connection; returns the token of the session. */
async function signInBySso(company: Company, { userId, email }: MadeMember): Promise<string> {
  const { platform } = testApp.cells.eu;
  const { connectionId } = company;
  const db = await platform.database();
  return changeAsSystem(platform, db, company.id, async ({ trx, now, emit }) => {
    await admitBySso(platform, trx, {
      organizationId: company.id,
      connectionId,
      email,
      name: null,
      groups: null,
      isJitEnabled: false,
      capturedDomains: [company.domain],
      now,
      emit,
    });
    const session = {
      userId,
      method: "sso",
      connectionId,
      device: "",
      address: "::1",
      now,
    } as const;
    return (await openSession(platform, trx, session)).access;
  });
}

const call = (
  session: string,
  { id }: { id: string },
  method: TestRequest["method"],
  path: string,
  body?: unknown,
) => request(testApp, { method, path, body, session, headers: { "x-svc-organization": id } });

const listMembers = (session: string, own: { id: string }) =>
  call(session, own, "GET", "/api/members");

const enforce = (session: string, company: Company, isEnforced: boolean) =>
  call(session, company, "PUT", `/api/email-domains/${company.domainId}/enforcement`, {
    isEnforced,
  });

async function entriesOf({ id }: MadeOrganization, event: string) {
  const db = await testApp.cells.eu.platform.database();
  return db
    .selectFrom("auditEntry")
    .selectAll()
    .where("organizationId", "=", id)
    .where("event", "=", event)
    .execute();
}

describe("enforcement", () => {
  it("is turned on by a person who has signed in through single sign-on", async () => {
    const company = await makeCompany();
    const browser = await signInAs(testApp, company, company.ada, password);
    expect(outcome(await enforce(browser.session(), company, true))).toEqual([409, "SSO_UNPROVEN"]);
    const bySso = await signInBySso(company, company.ada);
    const answer = await enforce(bySso, company, true);
    expect(answer.body).toMatchObject({ isEnforced: true });
    expect(await entriesOf(company, "sso.enforcement_changed")).toMatchObject([
      { actor: { id: company.ada.userId }, target: { name: company.domain } },
    ]);
  });

  it("needs a recent sign-in, which no key has, and a verified domain", async () => {
    const company = await makeCompany();
    const path = `/api/email-domains/${company.domainId}/enforcement`;
    const body = { isEnforced: true };
    const byKey = await request(testApp, { method: "PUT", path, body, key: company.ada.key });
    expect(outcome(byKey)).toEqual([401, "SIGN_IN_REQUIRED"]);
    const session = await signInBySso(company, company.ada);
    const db = await testApp.cells.eu.platform.database();
    await db
      .updateTable("session")
      .set({ authenticatedAt: new Date(Date.now() - 3_600_000) })
      .where("userId", "=", company.ada.userId)
      .execute();
    expect(outcome(await enforce(session, company, true))).toEqual([401, "SIGN_IN_REQUIRED"]);
    const domain = `${randomUUID().slice(0, 8)}.example`;
    const again = await signInBySso(company, company.ada);
    const { body: pending } = await call(again, company, "POST", "/api/email-domains", { domain });
    const unverified = { ...company, domainId: String(pending["id"]) };
    expect(outcome(await enforce(again, unverified, true))).toEqual([409, "DOMAIN_UNVERIFIED"]);
  });

  it("closes passwords for the people of the domain, and records each attempt", async () => {
    const company = await makeCompany();
    const { ada } = company;
    const before = await signInAs(testApp, company, ada, password);
    expect(outcome(await listMembers(before.session(), company))).toBe(200);
    await enforce(await signInBySso(company, ada), company, true);
    // The session that a password began ends for this organization at its next call.
    expect(outcome(await listMembers(before.session(), company))).toEqual([401, "SSO_REQUIRED"]);
    const jar = { region: "eu" as const, cookies: new Map<string, string>() };
    const blocked = await submit(testApp, jar, "/sign-in/password", { email: ada.email, password });
    expect(blocked.status).toBe(401);
    expect(await entriesOf(company, "sso.enforcement_blocked")).toMatchObject([
      { result: "refused", target: { id: ada.userId }, names: { target: { name: ada.email } } },
    ]);
    // A wrong password is refused as before, and says nothing of the account.
    await submit(testApp, jar, "/sign-in/password", { email: ada.email, password: "wrong words" });
    expect(await entriesOf(company, "sso.enforcement_blocked")).toHaveLength(1);
    const me = await request(testApp, { method: "GET", path: "/api/me", key: ada.key });
    expect(me.status).toBe(200);
    expect(outcome(await listMembers(await signInBySso(company, ada), company))).toBe(200);
  });

  it("holds for each organization, and for each domain", async () => {
    const [company, other] = [await makeCompany(), await makeOrganization(testApp)];
    const { ada } = company;
    await callAsOperator(testApp, "eu", other.id, "addMember", {
      email: ada.email,
      name: "Ada",
      role: "member",
    });
    const guest = await makeMember(testApp, company, "admin");
    const [byPassword, ofGuest] = [
      await signInAs(testApp, company, ada, password),
      await signInAs(testApp, company, guest, password),
    ];
    await enforce(await signInBySso(company, ada), company, true);
    expect(outcome(await listMembers(byPassword.session(), company))).toEqual([
      401,
      "SSO_REQUIRED",
    ]);
    expect(outcome(await listMembers(byPassword.session(), other))).toBe(200);
    expect(outcome(await listMembers(ofGuest.session(), company))).toBe(200);
    // A connection of another organization proves nothing to this one.
    const foreign = { ...company, connectionId: randomUUID() };
    const { platform } = testApp.cells.eu;
    const given = { userId: ada.userId, method: "sso", device: "", address: "::1" } as const;
    const { access } = await openSession(platform, await platform.database(), {
      ...given,
      connectionId: foreign.connectionId,
      now: new Date(),
    });
    expect(outcome(await listMembers(access, company))).toEqual([401, "SSO_REQUIRED"]);
  });

  it("is turned off by the operator, for whom no sign-in is needed", async () => {
    const company = await makeCompany();
    const { domainId, ada } = company;
    await signInAs(testApp, company, ada, password);
    const set = (isEnforced: boolean) =>
      callAsOperator(testApp, "eu", company.id, "setSsoEnforcement", {
        domainId,
        isEnforced,
        confirmLockout: true,
      });
    await set(true);
    await expect(signInAgain(testApp, ada, password)).rejects.toThrow();
    await set(false);
    const browser = await signInAgain(testApp, ada, password);
    expect(outcome(await listMembers(browser.session(), company))).toBe(200);
  });

  it("keeps the domain from being removed", async () => {
    const company = await makeCompany();
    const session = await signInBySso(company, company.ada);
    await enforce(session, company, true);
    const path = `/api/email-domains/${company.domainId}`;
    expect(outcome(await call(session, company, "DELETE", path))).toEqual([409, "IN_USE"]);
  });
});

describe("a change that would lock owners out", () => {
  const enforcement = ({ domainId }: Company) => `/api/email-domains/${domainId}/enforcement`;
  const lockout = [409, "OWNER_LOCKOUT"];

  it("is refused by the enforcement, which names them, unless it is confirmed", async () => {
    const company = await makeCompany();
    const eve = await addPerson(company, `eve@${company.domain}`, "owner");
    await addPerson(company, `max@${company.domain}`, "member");
    const session = await signInBySso(company, company.ada);
    const refused = await enforce(session, company, true);
    expect(outcome(refused)).toEqual(lockout);
    expect(refused.body["owners"]).toEqual([{ userId: eve.userId, email: eve.email, name: "Ada" }]);
    expect(String(refused.body["detail"])).toContain(eve.email);
    const { body } = await call(session, company, "GET", `/api/email-domains/${company.domainId}`);
    expect(body["isEnforced"]).toBe(false);
    expect(await entriesOf(company, "sso.enforcement_changed")).toHaveLength(0);
    const confirmed = { isEnforced: true, confirmLockout: true };
    const answer = await call(session, company, "PUT", enforcement(company), confirmed);
    expect(answer.body["isEnforced"]).toBe(true);
  });

  it("is made if they are break-glass owners, or have used single sign-on", async () => {
    const company = await makeCompany();
    const [eve, bob] = [
      await addPerson(company, `eve@${company.domain}`, "owner"),
      await addPerson(company, `bob@${company.domain}`, "owner"),
    ];
    const session = await signInBySso(company, company.ada);
    const path = `/api/break-glass-owners/${eve.userId}`;
    expect(outcome(await call(session, company, "PUT", path))).toBe(200);
    const named = await enforce(session, company, true);
    expect(named.body["owners"]).toMatchObject([{ userId: bob.userId }]);
    await signInBySso(company, bob);
    expect(outcome(await enforce(session, company, true))).toBe(200);
    // Eve has no other way in.
    expect(outcome(await call(session, company, "DELETE", path))).toEqual(lockout);
    const confirmed = `${path}?confirmLockout=true`;
    expect(outcome(await call(session, company, "DELETE", confirmed))).toBe(204);
  });

  it("is refused to the operator as well", async () => {
    const company = await makeCompany();
    const { domainId, id, ada } = company;
    const input = { domainId, isEnforced: true };
    const set = (confirm: object) =>
      callAsOperator(testApp, "eu", id, "setSsoEnforcement", { ...input, ...confirm });
    await expect(set({})).rejects.toThrow(ada.email);
    expect(await set({ confirmLockout: true })).toMatchObject({ isEnforced: true });
  });

  it("is refused by the end of the last active connection", async () => {
    const company = await makeCompany();
    const { ada, connectionId } = company;
    const session = await signInBySso(company, ada);
    await enforce(session, company, true);
    const path = `/api/sso/connections/${connectionId}`;
    const { rowVersion } = (await call(session, company, "GET", path)).body;
    const ends = [
      () => call(session, company, "POST", `${path}/disable`, {}),
      () => call(session, company, "DELETE", path),
      () =>
        call(session, company, "PATCH", path, { signInUrl: "https://new.example/sso", rowVersion }),
    ];
    for (const end of ends) {
      const answer = await end();
      expect(outcome(answer)).toEqual(lockout);
      expect(answer.body["owners"]).toMatchObject([{ userId: ada.userId }]);
    }
    expect((await call(session, company, "GET", path)).body["status"]).toBe("active");
    // With another connection, nobody is locked out.
    const other = await makeConnection(company, "Second");
    expect(outcome(await call(session, company, "POST", `${path}/disable`, {}))).toBe(200);
    const last = `/api/sso/connections/${other}`;
    expect(outcome(await call(session, company, "DELETE", last))).toEqual(lockout);
    const confirmed = `${last}?confirmLockout=true`;
    expect(outcome(await call(session, company, "DELETE", confirmed))).toBe(204);
  });

  it("is refused where it takes the last owner who can sign in", async () => {
    const company = await makeCompany();
    const { owner, ada, domain } = company;
    const mem = await addPerson(company, `mem@${domain}`, "member");
    const bySso = await signInBySso(company, ada);
    const breakGlass = `/api/break-glass-owners/${ada.userId}`;
    expect(outcome(await call(bySso, company, "PUT", breakGlass))).toBe(200);
    await enforce(bySso, company, true);
    const setRole = async (userId: string, role: string, confirm: object = {}) => {
      const path = `/api/members/${userId}`;
      const { rowVersion } = (await call(bySso, company, "GET", path)).body;
      return call(bySso, company, "PATCH", path, { role, rowVersion, ...confirm });
    };
    // Who never used single sign-on can become an owner, and an owner with another domain can leave.
    expect(outcome(await setRole(mem.userId, "owner"))).toBe(200);
    expect(outcome(await setRole(owner.userId, "member"))).toBe(200);
    const path = `/api/members/${ada.userId}`;
    for (const answer of [
      await setRole(ada.userId, "admin"),
      await call(bySso, company, "DELETE", path),
    ]) {
      expect(outcome(answer)).toEqual(lockout);
      expect(answer.body["owners"]).toEqual([
        { userId: mem.userId, email: mem.email, name: "Ada" },
      ]);
    }
    const { body } = await call(bySso, company, "GET", path);
    expect(body["role"]).toBe("owner");
    expect(await entriesOf(company, "member.removed")).toHaveLength(0);
    const confirmed = { confirmLockout: true };
    expect(outcome(await setRole(ada.userId, "admin", confirmed))).toBe(200);
  });

  it("is refused by a removal, and made with a confirmation", async () => {
    const company = await makeCompany();
    const { owner, ada, domain, domainId } = company;
    await callAsOperator(testApp, "eu", company.id, "setSsoEnforcement", {
      domainId,
      isEnforced: true,
      confirmLockout: true,
    });
    const { userId } = owner;
    const remove = (confirm: object) =>
      callAsOperator(testApp, "eu", company.id, "removeMember", { userId, ...confirm });
    await expect(remove({})).rejects.toThrow(`ada@${domain}`);
    await remove({ confirmLockout: true });
    const list = await callAsOperator(testApp, "eu", company.id, "listMembers", {});
    expect(list.items).toMatchObject([{ userId: ada.userId, role: "owner" }]);
  });
});

describe("a break-glass owner", () => {
  it("signs in with a password, which the audit log and the log say aloud", async () => {
    const company = await makeCompany();
    const { ada } = company;
    await signInAs(testApp, company, ada, password);
    const bySso = await signInBySso(company, ada);
    const path = `/api/break-glass-owners/${ada.userId}`;
    expect(outcome(await call(bySso, company, "PUT", path))).toBe(200);
    await enforce(bySso, company, true);
    const browser = await signInAgain(testApp, ada, password);
    expect(outcome(await listMembers(browser.session(), company))).toBe(200);
    expect(await entriesOf(company, "sso.break_glass_used")).toMatchObject([
      { result: "success", actor: { id: ada.userId } },
    ]);
    expect(testApp.logged.join("")).toContain("break-glass owner signed in");
    expect((await call(bySso, company, "GET", "/api/break-glass-owners")).body).toMatchObject({
      items: [{ userId: ada.userId, email: ada.email }],
    });
    expect(outcome(await call(bySso, company, "DELETE", path))).toBe(204);
    expect(outcome(await listMembers(browser.session(), company))).toEqual([401, "SSO_REQUIRED"]);
  });

  it("is an owner, named by an owner", async () => {
    const company = await makeCompany();
    const bySso = await signInBySso(company, company.ada);
    const admin = await makeMember(testApp, company, "admin");
    const refused = await call(bySso, company, "PUT", `/api/break-glass-owners/${admin.userId}`);
    expect(outcome(refused)).toEqual([404, "NOT_FOUND"]);
    const browser = await signInAs(testApp, company, admin, password);
    const path = `/api/break-glass-owners/${company.ada.userId}`;
    const byAdmin = await call(browser.session(), company, "PUT", path);
    expect(outcome(byAdmin)).toEqual([403, "ROLE_INSUFFICIENT"]);
    const byKey = await request(testApp, { method: "PUT", path, key: company.ada.key });
    expect(outcome(byKey)).toEqual([401, "SIGN_IN_REQUIRED"]);
  });
});

describe("the report", () => {
  it("lists the members of the domain who have not signed in through it", async () => {
    const company = await makeCompany();
    const late = await addPerson(company, `late@${company.domain}`, "member");
    await makeMember(testApp, company, "member");
    const session = await signInBySso(company, company.ada);
    const path = `/api/email-domains/${company.domainId}/members-without-sso`;
    const { body } = await call(session, company, "GET", path);
    expect(body).toMatchObject({
      totalCount: 1,
      items: [{ userId: late.userId, email: late.email, role: "member", isBreakGlass: false }],
    });
  });
});

describe("the policy of an address", () => {
  it("depends on its domain alone", async () => {
    const company = await makeCompany();
    const db = await testApp.cells.eu.platform.database();
    const find = (email: string) => findSignInPolicy(db, email);
    const { domain } = company;
    const known = await find(company.ada.email);
    expect(known).toEqual({ domain, organizationId: company.id, isEnforced: false });
    expect(await find(`nobody@${domain.toUpperCase()}`)).toEqual(known);
    const none = { organizationId: null, isEnforced: false };
    expect(await find(`ada@sub.${domain}`)).toEqual({ domain: `sub.${domain}`, ...none });
    expect(await find("not an address")).toEqual({ domain: null, ...none });
  });
});
