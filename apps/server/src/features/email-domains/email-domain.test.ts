import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTxtResolver } from "../../platform/dns/txt-resolver.ts";
import { startDnsServer, type TestDnsServer } from "../../testing/dns-server.ts";
import {
  callAsOperator,
  makeMember,
  makeOrganization,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type ResponseBody, type TestRequest } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { domainChecks } from "./email-domain.schedule.ts";

const base = "/api/email-domains";
const day = 86_400_000;
let dns: TestDnsServer;
let testApp: TestApp;
let organization: MadeOrganization;

beforeAll(async () => {
  dns = await startDnsServer();
  testApp = await buildTestApp({ name: "domains", dnsServers: [dns.address] });
  organization = await makeOrganization(testApp);
});

afterAll(async () => {
  await testApp.close();
  dns.close();
});

const newDomain = () => `${randomUUID().slice(0, 8)}.example`;

const send = (own: MadeOrganization, method: TestRequest["method"], path: string, body?: unknown) =>
  request(testApp, { method, path, body, key: own.owner.key });

const outcome = ({ status, body }: { status: number; body: ResponseBody }) =>
  status < 300 ? status : [status, body["code"]];

const add = (own: MadeOrganization, domain: string) => send(own, "POST", base, { domain });

const verify = (own: MadeOrganization, { id }: ResponseBody) =>
  send(own, "POST", `${base}/${String(id)}/verify`);

const publish = (body: ResponseBody) => {
  const { name, value } = body["record"] as unknown as { name: string; value: string };
  dns.records.set(name, ["v=spf1 -all", value]);
};

async function addVerified(own: MadeOrganization, domain = newDomain()) {
  const { body } = await add(own, domain);
  publish(body);
  return (await verify(own, body)).body;
}

const eventsOf = async ({ id }: MadeOrganization) => {
  const db = await testApp.cells.eu.platform.database();
  const rows = await db
    .selectFrom("auditEntry")
    .select("event")
    .where("organizationId", "=", id)
    .where("event", "like", "email_domain.%")
    .orderBy("sequence")
    .execute();
  return rows.map(({ event }) => event);
};

/** Runs the schedule as at a time. */
async function checkAt(at: Date) {
  const { platform } = testApp.cells.eu;
  const clock = { ...platform.clock, now: () => at };
  const { signal } = new AbortController();
  await domainChecks({ ...platform, clock }).run(await platform.database(), signal);
}

describe("a domain", () => {
  it("is verified by the TXT record that the organization has to set", async () => {
    const domain = newDomain();
    const { body, status } = await add(organization, domain.toUpperCase());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      domain,
      state: "pending",
      record: { type: "TXT", name: `_lintel.${domain}` },
      verifiedAt: null,
      isEnforced: false,
    });
    const early = await verify(organization, body);
    expect(early.body).toMatchObject({ state: "pending" });
    expect(String(early.body["problem"])).toContain("has no TXT record");
    dns.records.set(`_lintel.${domain}`, ["something else"]);
    expect(String((await verify(organization, body)).body["problem"])).toContain("other TXT");
    publish(body);
    const verified = await verify(organization, body);
    expect(verified.body).toMatchObject({ state: "verified", verifiedBy: "dns", problem: null });
  });

  it("is said to be unknown while the DNS fails", async () => {
    const { body } = await add(organization, newDomain());
    dns.isFailing = true;
    const { problem } = (await verify(organization, body)).body;
    dns.isFailing = false;
    expect(String(problem)).toContain("did not answer");
  });

  it("is stored in lower case and punycode, once for an organization", async () => {
    const tag = randomUUID().slice(0, 6);
    const { body } = await add(organization, `BÜCHER-${tag}.example.`);
    expect(body["domain"]).toMatch(/^xn--b/);
    const again = await add(organization, `bücher-${tag}.EXAMPLE`);
    expect(outcome(again)).toEqual([409, "NAME_TAKEN"]);
    // A subdomain is another domain.
    expect(outcome(await add(organization, `mail.bücher-${tag}.example`))).toBe(201);
  });

  it.each(["gmail.com", "GoogleMail.com", "co.uk", "localhost", "127.0.0.1", "a@b.example", "x y"])(
    "%s is refused",
    async (domain) => {
      expect(outcome(await add(organization, domain))).toEqual([400, "VALIDATION_FAILED"]);
    },
  );

  it("belongs to the organization that verified it first", async () => {
    const other = await makeOrganization(testApp);
    const domain = newDomain();
    const mine = (await add(organization, domain)).body;
    const theirs = (await add(other, domain)).body;
    publish(theirs);
    expect((await verify(other, theirs)).body).toMatchObject({ state: "verified" });
    publish(mine);
    expect(outcome(await verify(organization, mine))).toEqual([409, "NAME_TAKEN"]);
    expect(outcome(await add(await makeOrganization(testApp), domain))).toEqual([
      409,
      "NAME_TAKEN",
    ]);
    const path = `${base}/${String(theirs["id"])}`;
    expect(outcome(await send(organization, "GET", path))).toEqual([404, "NOT_FOUND"]);
  });

  it("is confirmed by the operator without the DNS", async () => {
    const domain = newDomain();
    const confirmed = await callAsOperator(testApp, "eu", organization.id, "confirmEmailDomain", {
      domain,
    });
    expect(confirmed).toMatchObject({ domain, state: "verified", verifiedBy: "operator" });
    await checkAt(new Date(Date.now() + 30 * day));
    const shown = await send(organization, "GET", `${base}/${confirmed.id}`);
    expect(shown.body).toMatchObject({ state: "verified" });
  });

  it("is managed by those who manage security", async () => {
    const member = await makeMember(testApp, organization, "member");
    const answer = await request(testApp, { method: "GET", path: base, key: member.key });
    expect(outcome(answer)).toEqual([403, "ROLE_INSUFFICIENT"]);
  });
});

describe("a verified domain", () => {
  it("is checked again, and lost a week after its record is gone", async () => {
    const own = await makeOrganization(testApp);
    const { id, domain } = await addVerified(own);
    const shown = async () => (await send(own, "GET", `${base}/${String(id)}`)).body;
    const start = Date.now() + 2 * day;
    await checkAt(new Date(start));
    expect(await shown()).toMatchObject({ state: "verified" });
    dns.records.delete(`_lintel.${String(domain)}`);
    await checkAt(new Date(start + 2 * day));
    expect(await shown()).toMatchObject({
      state: "failing",
      lostAt: new Date(start + 9 * day).toISOString(),
    });
    await checkAt(new Date(start + 3 * day));
    await checkAt(new Date(start + 10 * day));
    expect(await shown()).toMatchObject({ state: "pending", verifiedAt: null });
    expect(await eventsOf(own)).toEqual([
      "email_domain.added",
      "email_domain.verified",
      "email_domain.check_failed",
      "email_domain.lost",
    ]);
  });

  it("is kept where the record comes back, and while the DNS does not answer", async () => {
    const own = await makeOrganization(testApp);
    const made = await addVerified(own);
    const shown = async () => (await send(own, "GET", `${base}/${String(made["id"])}`)).body;
    const start = Date.now() + 2 * day;
    dns.isFailing = true;
    await checkAt(new Date(start));
    await checkAt(new Date(start + 20 * day));
    dns.isFailing = false;
    expect(await shown()).toMatchObject({ state: "verified" });
    dns.records.delete(`_lintel.${String(made["domain"])}`);
    await checkAt(new Date(start + 22 * day));
    expect(await shown()).toMatchObject({ state: "failing" });
    publish(made);
    await checkAt(new Date(start + 23 * day));
    expect(await shown()).toMatchObject({ state: "verified", lostAt: null, problem: null });
  });

  it("can be given up", async () => {
    const made = await addVerified(organization);
    const path = `${base}/${String(made["id"])}`;
    expect(outcome(await send(organization, "DELETE", path))).toBe(204);
    expect(outcome(await send(organization, "DELETE", path))).toEqual([404, "NOT_FOUND"]);
  });
});

describe("the resolver", () => {
  it("joins the parts of a long text", async () => {
    const text = "x".repeat(450);
    dns.records.set("long.example", [text]);
    const resolver = createTxtResolver([dns.address]);
    expect(await resolver.resolve("long.example")).toEqual({ kind: "found", texts: [text] });
    expect(await resolver.resolve("none.example")).toEqual({ kind: "absent" });
  });
});
