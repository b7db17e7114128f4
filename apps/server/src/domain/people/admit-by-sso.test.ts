import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { changeAsSystem } from "../../platform/kernel/change-as-system.ts";
import { Problem } from "../../platform/problem.ts";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { makeScimClient } from "../../testing/scim-client.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { admitBySso, type Admission, type AssertedPerson } from "./admit-by-sso.ts";
import { domainOf, toDomain } from "./email-domain.ts";

let testApp: TestApp;
const connectionId = randomUUID();

interface Company extends MadeOrganization {
  readonly domain: string;
}

beforeAll(async () => {
  testApp = await useTestApp();
});

const database = () => testApp.cells.eu.platform.database();
const person = () => randomUUID().slice(0, 8);

/** An organization that has verified a domain. */
async function makeCompany(domain = `${person()}.example`): Promise<Company> {
  const made = await makeOrganization(testApp);
  const at = new Date();
  const db = await database();
  const stamp = { createdAt: at, modifiedAt: at, rowVersion: 1 };
  const row = { organizationId: made.id, id: randomUUID(), domain, txtValue: "x", ...stamp };
  await db
    .insertInto("emailDomain")
    .values({ ...row, verifiedAt: at })
    .execute();
  return { ...made, domain };
}

/** An admission in a transaction that is committed although it refuses, as a sign-in does it. */
async function admit(
  company: Company,
  email: string | null,
  asserted: Partial<AssertedPerson> = {},
): Promise<Admission | Problem> {
  const { platform } = testApp.cells.eu;
  return changeAsSystem(platform, await database(), company.id, async ({ trx, now, emit }) =>
    admitBySso(platform, trx, {
      organizationId: company.id,
      connectionId,
      email,
      name: "Ada",
      groups: null,
      isJitEnabled: true,
      capturedDomains: [company.domain],
      now,
      emit,
      ...asserted,
    }).catch((error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    }),
  );
}

async function entriesOf({ id }: MadeOrganization, event: string) {
  const db = await database();
  return db
    .selectFrom("auditEntry")
    .selectAll()
    .where("organizationId", "=", id)
    .where("event", "=", event)
    .orderBy("sequence")
    .execute();
}

const membersOf = async ({ id }: MadeOrganization) =>
  (await callAsOperator(testApp, "eu", id, "listMembers", { take: 100 })).items;

async function mapGroup({ id }: MadeOrganization, groupName: string, role: string) {
  const at = new Date();
  const row = { organizationId: id, id: randomUUID(), groupName, groupKey: groupName, role };
  const stamp = { createdAt: at, modifiedAt: at, rowVersion: 1 };
  const db = await database();
  await db
    .insertInto("groupMapping")
    .values({ ...row, priority: 3, ...stamp })
    .execute();
}

describe("a first sign-in", () => {
  it("creates the account and the membership, with the role that the groups give", async () => {
    const company = await makeCompany();
    await mapGroup(company, "engineering", "admin");
    const email = `ada@${company.domain}`;
    const admitted = await admit(company, email, { groups: ["Engineering"] });
    expect(admitted).toMatchObject({ wasProvisioned: true });
    const member = (await membersOf(company)).find((one) => one.email === email);
    expect(member).toMatchObject({ name: "Ada", role: "admin" });
    const [entry] = await entriesOf(company, "user.jit_provisioned");
    expect(entry).toMatchObject({
      result: "success",
      actor: { type: "user", id: member?.userId },
      target: { type: "user", id: member?.userId },
      details: {
        role: "admin",
        connectionId,
        fallbackUsed: false,
        matchedGroup: "engineering",
        matchedPriority: 3,
      },
    });
    expect(await entriesOf(company, "user.role_changed_via_sso")).toEqual([]);
  });

  it("gives the fallback role without a matching group, and the address as a missing name", async () => {
    const company = await makeCompany();
    const email = `bob@${company.domain}`;
    await admit(company, email, { name: null });
    const member = (await membersOf(company)).find((one) => one.email === email);
    expect(member).toMatchObject({ role: "viewer", name: email });
    const [entry] = await entriesOf(company, "user.jit_provisioned");
    expect(entry?.details).toMatchObject({ fallbackUsed: true, matchedGroup: null });
  });

  it("is refused and recorded where provisioning is off", async () => {
    const company = await makeCompany();
    const email = `eve@${company.domain}`;
    const problem = await admit(company, email, { isJitEnabled: false });
    expect(problem).toMatchObject({ code: "SSO_JIT_DISABLED", status: 403 });
    const [entry] = await entriesOf(company, "sso.jit_denied");
    expect(entry).toMatchObject({
      result: "refused",
      target: { type: "user", id: null },
      names: { target: { name: email } },
      details: { connectionId },
    });
    expect(await membersOf(company)).toHaveLength(1);
  });

  it("creates one membership even if it happens twice at once", async () => {
    const company = await makeCompany();
    const email = `twin@${company.domain}`;
    const both = await Promise.all([admit(company, email), admit(company, email.toUpperCase())]);
    const provisioned = both.map((one) => (one as Admission).wasProvisioned);
    expect(provisioned.sort()).toEqual([false, true]);
    expect(await membersOf(company)).toHaveLength(2);
  });

  it("links the account that the person has through another organization", async () => {
    const [company, other] = [await makeCompany(), await makeOrganization(testApp)];
    const email = `both@${company.domain}`;
    const member = await callAsOperator(testApp, "eu", other.id, "addMember", {
      email,
      name: "Both",
      role: "member",
    });
    expect(await admit(company, email)).toEqual({
      userId: member.userId,
      wasProvisioned: true,
      isNewAccount: false,
    });
  });
});

describe("a later sign-in", () => {
  it("finds the member without case and evaluates the role by the groups of the assertion", async () => {
    const company = await makeCompany();
    await mapGroup(company, "engineering", "member");
    const email = `Grace@${company.domain}`;
    const fields = { email, name: "Grace", role: "admin" } as const;
    const { userId } = await callAsOperator(testApp, "eu", company.id, "addMember", fields);
    const asserted = { groups: ["engineering"], isJitEnabled: false };
    expect(await admit(company, email.toLowerCase(), asserted)).toEqual({
      userId,
      wasProvisioned: false,
      isNewAccount: false,
    });
    const member = (await membersOf(company)).find((one) => one.userId === userId);
    expect(member?.role).toBe("member");
    expect(await entriesOf(company, "user.role_changed_via_sso")).toHaveLength(1);
  });

  it("leaves the role where the assertion names no groups", async () => {
    const company = await makeCompany();
    await mapGroup(company, "engineering", "member");
    const email = `kay@${company.domain}`;
    const fields = { email, name: "Kay", role: "admin" } as const;
    const { userId } = await callAsOperator(testApp, "eu", company.id, "addMember", fields);
    await admit(company, email);
    const member = (await membersOf(company)).find((one) => one.userId === userId);
    expect(member?.role).toBe("admin");
  });

  it("does not bring back a person whose membership was deactivated", async () => {
    const company = await makeCompany();
    const email = `gone@${company.domain}`;
    const { userId } = (await admit(company, email)) as Admission;
    const key = await makeKey(testApp, company, userId);
    const db = await database();
    const membership = db.updateTable("membership").where("userId", "=", userId);
    await membership.set({ isActive: false }).execute();
    expect(await admit(company, email)).toMatchObject({ code: "NOT_A_MEMBER", status: 403 });
    const me = await request(testApp, { method: "GET", path: "/api/me", key });
    expect(me.status).toBe(403);
  });
});

describe("a person whom SCIM ended", () => {
  const address = (company: Company) => `${person()}@${company.domain}`;

  it.each([true, false])(
    "by active:false is refused by single sign-on until SCIM activates them, provisioning %s",
    async (isJitEnabled) => {
      const company = await makeCompany();
      const scim = await makeScimClient(testApp, { organization: company });
      const email = address(company);
      const id = await scim.makeUser(email);
      expect(await admit(company, email, { isJitEnabled })).toMatchObject({
        wasProvisioned: false,
      });
      await scim.patch(`/Users/${id}`, { op: "replace", path: "active", value: false });
      const refused = { code: "NOT_A_MEMBER", status: 403 };
      expect(await admit(company, email, { isJitEnabled })).toMatchObject(refused);
      const asserted = { isJitEnabled, groups: ["engineering"] };
      expect(await admit(company, email.toUpperCase(), asserted)).toMatchObject(refused);
      expect((await scim.send("GET", `/Users/${id}`)).body["active"]).toBe(false);
      await scim.patch(`/Users/${id}`, { op: "replace", path: "active", value: true });
      expect(await admit(company, email, { isJitEnabled })).toMatchObject({
        wasProvisioned: false,
      });
    },
  );

  it("by DELETE is refused by single sign-on until SCIM creates them again", async () => {
    const company = await makeCompany();
    const scim = await makeScimClient(testApp, { organization: company });
    const email = address(company);
    const id = await scim.makeUser(email);
    await scim.send("DELETE", `/Users/${id}`);
    expect(await admit(company, email)).toMatchObject({ code: "NOT_A_MEMBER", status: 403 });
    expect((await scim.send("GET", `/Users/${id}`)).status).toBe(404);
    await scim.makeUser(email);
    expect(await admit(company, email)).toMatchObject({ wasProvisioned: false });
  });
});

describe("an assertion", () => {
  it.each([null, "", "nobody", "@example.com", "a@localhost", "a@1.2.3.4"])(
    "with the e-mail address %j is refused",
    async (email) => {
      const problem = await admit(await makeCompany(), email);
      expect(problem).toMatchObject({
        code: "MISSING_CLAIM",
        status: 401,
        members: { claim: "email" },
      });
    },
  );

  it("counts only for the domains that the connection captured and that are still verified", async () => {
    const company = await makeCompany();
    const { domain } = company;
    const refused = { code: "EMAIL_DOMAIN_UNVERIFIED", status: 403 };
    expect(await admit(company, `a@sub.${domain}`)).toMatchObject(refused);
    expect(await admit(company, `a@${domain}`, { capturedDomains: [] })).toMatchObject(refused);
    expect(await admit(company, "a@other.example")).toMatchObject(refused);
    const member = await makeMember(testApp, company, "viewer");
    expect(await admit(company, member.email)).toMatchObject(refused);
    const db = await database();
    await db
      .updateTable("emailDomain")
      .set({ verifiedAt: null })
      .where("organizationId", "=", company.id)
      .execute();
    expect(await admit(company, `a@${domain}`)).toMatchObject(refused);
  });
});

describe("a domain", () => {
  it.each([
    ["Example.COM", "example.com"],
    ["example.com.", "example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["BÜCHER.example", "xn--bcher-kva.example"],
    ["ｅｘａｍｐｌｅ.com", "example.com"],
    ["a@b.example", null],
    ["127.0.0.1", null],
    ["0x7f.1", null],
    ["localhost", null],
    ["-a.example", null],
    ["exa mple.com", null],
    ["", null],
  ])("%j is compared as %j", (text, domain) => {
    expect(toDomain(text)).toBe(domain);
  });

  it("of an address is what follows the last @", () => {
    expect(domainOf('"a@b"@Example.com')).toBe("example.com");
  });
});
