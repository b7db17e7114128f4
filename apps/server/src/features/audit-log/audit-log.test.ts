import { beforeAll, describe, expect, it } from "vitest";
import {
  callAsOperator,
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type ResponseBody } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { auditRetention } from "./erasure.service.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let admin: MadeMember;
/** Every entry in the form and order of the export, the oldest first. */
let all: Entry[];

interface Entry {
  readonly sequence: number;
  readonly occurredAt: string;
  readonly category: string;
  readonly event: string;
  readonly result: string;
  readonly actor: { readonly type: string; readonly id: string | null; readonly name: string };
  readonly details: object;
  readonly hash: string;
}

const get = (query = "", key = organization.owner.key) =>
  request(testApp, { method: "GET", path: `/api/audit-log${query}`, key });
const entriesOf = (body: ResponseBody) => body as unknown as Entry[];
const list = async (query: string) => {
  const answer = await get(`?take=100&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return entriesOf(answer.body["items"] as ResponseBody);
};
const exported = async (query = "") => entriesOf((await get(`/export?${query}`)).body);
const sequences = (entries: readonly Entry[]) => entries.map((entry) => entry.sequence);

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  admin = await makeMember(testApp, organization, "admin");
  const viewer = await makeMember(testApp, organization, "viewer");
  for (const name of ["One", "Two", "Three"]) await makeProject(testApp, organization, name);
  for (const { key } of [admin, viewer]) {
    const body = { name: `Of ${key.slice(-6)}` };
    await request(testApp, { method: "POST", path: "/api/projects", key, body });
  }
  all = await exported();
});

describe("the audit log", () => {
  it("has changes and refusals, the newest first", async () => {
    const body = (await get()).body;
    expect(body).toMatchObject({ totalCount: all.length, skip: 0, take: 50 });
    const items = entriesOf(body["items"] as ResponseBody);
    expect(sequences(items)).toEqual(sequences(all).toReversed());
    expect(items[0]).toMatchObject({
      event: "project.created",
      category: "Projects",
      result: "refused",
      actor: { type: "user" },
      target: null,
    });
    expect(items[1]).toMatchObject({
      result: "success",
      actor: { type: "user", id: admin.userId, name: admin.email },
      target: { type: "project" },
    });
    expect(items[0]).not.toHaveProperty("details");
    expect(items[0]).not.toHaveProperty("hash");
  });

  it("is read in pages", async () => {
    const page = (await get("?skip=1&take=2")).body;
    expect(page).toMatchObject({ totalCount: all.length, skip: 1, take: 2 });
    const items = entriesOf(page["items"] as ResponseBody);
    expect(sequences(items)).toEqual(sequences(all).toReversed().slice(1, 3));
    expect((await get("?take=101")).body["take"]).toBe(100);
  });

  it.each([
    ["event=project.created", (entry: Entry) => entry.event === "project.created"],
    ["category=API%20Keys", (entry: Entry) => entry.category === "API Keys"],
    ["category=Projects&event=member.added", () => false],
    ["actor=operator", (entry: Entry) => entry.actor.type === "operator"],
    ["actor=nobody@example.com", () => false],
    ["actor=tester", () => false],
  ])("is filtered by %s, in the list and in the export", async (query, matches) => {
    const expected = sequences(all.filter(matches));
    expect(expected.length).toBeLessThan(all.length);
    expect(sequences(await exported(query))).toEqual(expected);
    expect(sequences(await list(query)).toReversed()).toEqual(expected);
  });

  it("is filtered by a user's id or e-mail address, ignoring case", async () => {
    const ofAdmin = sequences(all.filter((entry) => entry.actor.id === admin.userId));
    expect(ofAdmin).toHaveLength(1);
    for (const actor of [admin.userId, admin.email]) {
      for (const text of [actor, actor.toUpperCase()]) {
        expect(sequences(await exported(`actor=${encodeURIComponent(text)}`))).toEqual(ofAdmin);
      }
    }
  });

  it("is filtered by time, from an instant on and before another", async () => {
    const [, , from, , to] = all.map((entry) => entry.occurredAt);
    const expected = all.filter(
      (entry) => entry.occurredAt >= String(from) && entry.occurredAt < String(to),
    );
    expect(sequences(await exported(`from=${from}&to=${to}`))).toEqual(sequences(expected));
    const inIndia = new Date(Date.parse(String(from)) + 5.5 * 3_600_000)
      .toISOString()
      .replace("Z", "%2B05:30");
    expect(sequences(await exported(`from=${inIndia}`))).toEqual(
      sequences(await exported(`from=${from}`)),
    );
    expect(await exported("from=2999-01-01T00:00:00Z")).toEqual([]);
  });

  it.each([
    "from=yesterday",
    "to=2026-01-01",
    "from=2016-12-31T23:59:60Z",
    "event=x",
    "format=xml",
    "after=-1",
  ])("refuses the filter %s", async (query) => {
    const answer = await get(`/export?${query}`);
    expect([answer.status, answer.body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
  });

  it("is read only by admins and owners, and by no scoped key", async () => {
    for (const role of ["viewer", "member"] as const) {
      const { key } = await makeMember(testApp, organization, role);
      for (const path of ["", "/export"]) {
        expect((await get(path, key)).body["code"]).toBe("ROLE_INSUFFICIENT");
      }
    }
    expect((await get("", admin.key)).status).toBe(200);
    expect((await get("/export", admin.key)).status).toBe(200);
    const grants = [{ permission: "projects:read" as const, projectId: null }];
    const key = await makeKey(testApp, organization, admin.userId, grants);
    expect((await get("/export", key)).body["code"]).toBe("ORG_OPERATION_DENIED");
  });

  it("has only entries of the organization", async () => {
    const other = await makeOrganization(testApp);
    const ids = entriesOf((await get("/export", other.owner.key)).body);
    expect(ids.map((entry) => entry.event)).toEqual(["organization.created", "api_key.created"]);
    expect(sequences(ids)).toEqual([1, 2]);
  });
});

describe("the export", () => {
  it("is one JSON document, the oldest first, with details and links, to be saved as a file", async () => {
    const answer = await get("/export?format=json");
    expect(answer.headers["content-type"]).toBe("application/json");
    const name = `audit-log-${organization.slug}-\\d{4}-\\d\\d-\\d\\d\\.json`;
    expect(answer.headers["content-disposition"]).toMatch(
      new RegExp(`^attachment; filename="${name}"$`),
    );
    const entries = entriesOf(answer.body);
    expect(entries[0]).toMatchObject({ sequence: 1, event: "organization.created" });
    expect(entries[0]?.details).toMatchObject({ plan: "pro", command: "org create" });
    expect(entries.every((entry) => /^[0-9a-f]{64}$/.test(entry.hash))).toBe(true);
  });

  it("is an empty list where nothing matches", async () => {
    expect((await get("/export?event=run.started")).text).toBe("[]\n");
  });

  it("is complete if it takes more than one batch", async () => {
    const own = await makeOrganization(testApp);
    const { key } = own.owner;
    const before = entriesOf((await get("/export", key)).body).length;
    const db = await testApp.cells.eu.platform.database();
    // Inserts more entries than a batch has into the table, because a thousand calls would take
    // long.
    const rows = Array.from({ length: 1203 }, (_, at) => ({
      organizationId: own.id,
      sequence: before + 1 + at,
      occurredAt: "2026-01-01T00:00:00.000Z",
      event: "run.started",
      result: "success",
      actor: JSON.stringify({ type: "system", id: null, name: "system", keyId: null }),
      target: "null",
      requestId: null,
      details: "{}",
      detailsDigest: "",
      hash: Buffer.alloc(32),
    }));
    await db.insertInto("auditEntry").values(rows.slice(0, 600)).execute();
    await db.insertInto("auditEntry").values(rows.slice(600)).execute();
    const entries = entriesOf((await get("/export", key)).body);
    expect(sequences(entries)).toEqual(Array.from({ length: before + 1203 }, (_, at) => at + 1));
    const runs = entriesOf((await get("/export?event=run.started", key)).body);
    expect(runs).toHaveLength(1203);
  });
});

describe("other formats of the export", () => {
  it("are lines of JSON, which a reader continues after its last entry", async () => {
    const answer = await get("/export?format=ndjson");
    expect(answer.headers["content-type"]).toBe("application/x-ndjson");
    const lines = answer.text.trimEnd().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as Entry);
    expect(entries).toEqual(await exported(`after=0`));
    const second = entries[1]?.sequence;
    const rest = (await get(`/export?format=ndjson&after=${second}`)).text.trimEnd().split("\n");
    expect(rest).toEqual(lines.slice(2));
    expect((await get("/export?format=ndjson&after=999999")).text).toBe("");
  });

  it("are CSV without details, in which no name is a formula", async () => {
    const own = await makeOrganization(testApp);
    await makeProject(testApp, own, '=1+1,"x"');
    const answer = await get("/export?format=csv&event=project.created", own.owner.key);
    expect(answer.headers["content-type"]).toMatch(/^text\/csv/);
    const [header, line, ...others] = answer.text.split("\r\n");
    expect(header).toContain("sequence,occurredAt,category,event,result,actorType");
    expect(line).toContain(`"'=1+1,""x"""`);
    expect(others).toEqual([""]);
  });
});

describe("the names of people", () => {
  const entriesOf = async (own: MadeOrganization) =>
    (await get("/export", own.owner.key)).body as unknown as (Entry & {
      readonly target: { readonly name: string; readonly id: string } | null;
    })[];
  const verify = async (own: MadeOrganization) =>
    callAsOperator(testApp, "eu", own.id, "verifyAuditLog", {});

  it("are shown, found by filters, and not covered by the chain itself", async () => {
    const own = await makeOrganization(testApp);
    const { email, userId } = await makeMember(testApp, own, "member");
    for (const target of [email.toUpperCase(), userId]) {
      const found = (await get(`?target=${encodeURIComponent(target)}`, own.owner.key)).body;
      expect(found["items"]).toMatchObject([{ event: "member.added", target: { name: email } }]);
    }
    const db = await testApp.cells.eu.platform.database();
    const rows = await db
      .selectFrom("auditEntry")
      .selectAll()
      .where("organizationId", "=", own.id)
      .execute();
    for (const { actor, target } of rows)
      expect(JSON.stringify([actor, target])).not.toContain("@");
  });

  it("are erased by the operator while the chain stays intact", async () => {
    const own = await makeOrganization(testApp);
    const { email, userId, key } = await makeMember(testApp, own, "admin");
    const body = { name: "Made by the person" };
    await request(testApp, { method: "POST", path: "/api/projects", key, body });
    const erased = await callAsOperator(testApp, "eu", own.id, "erasePerson", {
      personId: userId,
      address: email,
    });
    expect(erased.entries).toBeGreaterThan(1);
    const entries = await entriesOf(own);
    expect(JSON.stringify(entries)).not.toContain(email);
    const made = entries.find((entry) => entry.actor.id === userId);
    expect(made).toMatchObject({ event: "project.created", actor: { name: "(erased)" } });
    expect(made?.details).toEqual({});
    const added = entries.find((entry) => entry.target?.id === userId);
    expect(added).toMatchObject({ event: "member.added", target: { name: "(erased)" } });
    expect(entries[0]?.actor.name).not.toBe("(erased)");
    expect(await verify(own)).toMatchObject({ isIntact: true });
    const again = await callAsOperator(testApp, "eu", own.id, "erasePerson", { address: email });
    expect(again.entries).toBe(0);
  });

  it("cannot be replaced by others unnoticed", async () => {
    const own = await makeOrganization(testApp);
    await makeMember(testApp, own, "member");
    const db = await testApp.cells.eu.platform.database();
    const other = { target: { salt: "x", name: "mallory@example.com" } };
    await db
      .updateTable("auditEntry")
      .set({ names: JSON.stringify(other) })
      .where("organizationId", "=", own.id)
      .where("event", "=", "member.added")
      .execute();
    expect(await verify(own)).toMatchObject({ isIntact: false, firstFault: { reason: "edited" } });
  });

  it("are erased with the details once an entry is older than the organization keeps it", async () => {
    const own = await makeOrganization(testApp);
    const { email } = await makeMember(testApp, own, "member");
    const path = "/retention";
    const put = (days: number | null) =>
      request(testApp, {
        method: "PUT",
        path: `/api/audit-log${path}`,
        key: own.owner.key,
        body: { days },
      });
    expect((await get(path, own.owner.key)).body).toEqual({ days: null });
    expect((await put(90)).body).toEqual({ days: 90 });
    expect((await put(1)).body["code"]).toBe("VALIDATION_FAILED");
    const { platform } = testApp.cells.eu;
    const runAfter = async (days: number) => {
      const now = () => new Date(Date.now() + days * 86_400_000);
      const schedule = auditRetention({ ...platform, clock: { ...platform.clock, now } });
      await schedule.run(await platform.database(), new AbortController().signal);
    };
    await runAfter(89);
    expect(JSON.stringify(await entriesOf(own))).toContain(email);
    await runAfter(91);
    const entries = await entriesOf(own);
    expect(JSON.stringify(entries)).not.toContain(email);
    expect(entries.map(({ details }) => details)).toEqual(entries.map(() => ({})));
    expect(await verify(own)).toMatchObject({ isIntact: true });
  });
});

describe("the operator", () => {
  it("verifies an organization's log and returns its head", async () => {
    const verdict = await callAsOperator(testApp, "eu", organization.id, "verifyAuditLog", {});
    const newest = (await exported()).at(-2);
    expect(verdict).toEqual({
      isIntact: true,
      entries: newest?.sequence,
      head: `${newest?.sequence}:${newest?.hash}`,
      firstFault: null,
    });
    const { head } = verdict;
    const again = await callAsOperator(testApp, "eu", organization.id, "verifyAuditLog", { head });
    expect(again).toMatchObject({ isIntact: true, entries: verdict.entries + 1 });
  });

  it("records an entry for its read", async () => {
    await callAsOperator(testApp, "eu", organization.id, "listAuditEntries", {});
    const [newest] = await list("event=operator.read");
    expect(newest).toMatchObject({ category: "Operator", actor: { type: "operator" } });
  });
});
