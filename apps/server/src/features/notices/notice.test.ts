import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeMember,
  makeOrganization,
  makeProject,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { startMailServer, type MailServer } from "../../testing/mail-server.ts";
import { request, type ResponseBody, type TestRequest } from "../../testing/request.ts";
import { startTargetApi, type TargetApi } from "../../testing/target-api.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { digests } from "./notice.schedule.ts";

let testApp: TestApp;
let mails: MailServer;
let target: TargetApi;
let organization: MadeOrganization;
let projectId: string;

beforeAll(async () => {
  mails = await startMailServer();
  target = await startTargetApi();
  testApp = await buildTestApp({
    name: "notices",
    mail: mails.settings,
    publicOrigin: () => "https://lintel.example.com",
    webAppOrigin: () => "https://lintel.example.com",
  });
  organization = await makeOrganization(testApp);
  projectId = await makeProject(testApp, organization);
});

afterAll(async () => {
  await testApp.close();
  await target[Symbol.asyncDispose]();
  await mails.close();
});

const send = (
  method: TestRequest["method"],
  path: string,
  body?: unknown,
  key = organization.owner.key,
) => request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });
const listOf = async (key?: string, query = "") => {
  const { body } = await send("GET", `/api/notices?${query}`, undefined, key);
  return body as ResponseBody & { items: ResponseBody[]; unreadCount: number };
};
const mailsTo = (email: string) => mails.received.filter(({ to }) => to.includes(email));

/** Runs a suite whose only case fails. */
async function failRun(): Promise<void> {
  const project = `/api/projects/${projectId}`;
  const suite = await send("POST", `${project}/suites`, { name: `Shop ${Math.random()}` });
  const suiteId = String(suite.body["id"]);
  const check = { source: "status", operator: "equals", expected: 200 };
  const made = await send("POST", `${project}/suites/${suiteId}/cases`, {
    name: "read",
    request: { method: "GET", url: `${target.url}/status/500` },
    assertions: [check],
  });
  expect(made.status, made.text).toBe(201);
  const run = await send("POST", "/api/cli/run", { projectId, suiteId });
  expect(run.body, run.text).toMatchObject({ allPassed: false });
}

/** Mails what waits, as the schedule does in the morning. */
async function mailDigests(): Promise<void> {
  const { platform } = testApp.cells.eu;
  await digests(platform).run(await platform.database(), new AbortController().signal);
}

describe("a person", () => {
  it("learns of a run of theirs that failed, in the list and in one digest", async () => {
    await failRun();
    await failRun();
    const { email } = organization.owner;
    await expect.poll(async () => (await listOf()).unreadCount).toBe(2);
    const { items } = await listOf(undefined, "kind=runs&isUnread=true&take=1");
    expect(items).toMatchObject([
      { kind: "runs", eventType: "run.completed", projectId, readAt: null },
    ]);
    expect(mailsTo(email)).toEqual([]);
    await mailDigests();
    await mailDigests();
    await expect.poll(() => mailsTo(email).length).toBe(1);
    const [mail] = mailsTo(email);
    expect(mail?.source).toMatch(/Subject: 2 notices of Lintel/);
    expect(mail?.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im);
    expect(mail?.source).toMatch(/^Message-ID: <[0-9a-f-]{36}@lintel>/im);
    expect(mail?.source).toContain(`https://lintel.example.com/${organization.slug}/notices`);
  });

  it("marks some as read, then all", async () => {
    const { items } = await listOf();
    const some = await send("POST", "/api/notices/read", { ids: [items[0]?.["id"]] });
    expect(some.body).toEqual({ unreadCount: 1 });
    expect((await send("POST", "/api/notices/read", {})).body).toEqual({ unreadCount: 0 });
    expect((await listOf(undefined, "isUnread=true")).items).toEqual([]);
  });

  it("sees and marks no notice of another, and none of a project that they no longer see", async () => {
    const [own] = (await listOf()).items;
    const other = await makeMember(testApp, organization, "member");
    const seen = async () => (await listOf(other.key)).items;
    expect((await seen()).map(({ id }) => id)).not.toContain(own?.["id"]);
    await send("POST", "/api/notices/read", { ids: [own?.["id"]] }, other.key);
    const db = await testApp.cells.eu.platform.database();
    const [row] = await db
      .selectFrom("notice")
      .selectAll()
      .where("id", "=", String(own?.["id"]))
      .execute();
    if (row === undefined) throw new Error("There is no notice.");
    await db
      .insertInto("notice")
      .values({ ...row, id: crypto.randomUUID(), userId: other.userId, cause: "copied" })
      .execute();
    expect((await seen()).some((one) => String(one["kind"]) === "runs")).toBe(true);
    await send("PUT", `/api/projects/${projectId}/members/${other.userId}`, { role: "none" });
    expect((await seen()).some((one) => String(one["kind"]) === "runs")).toBe(false);
  });

  it("gets no mail of a project that was hidden from them after the notice", async () => {
    const other = await makeMember(testApp, organization, "member");
    const secretId = await makeProject(testApp, organization, "Hidden soon");
    const db = await testApp.cells.eu.platform.database();
    const notice = {
      organizationId: organization.id,
      userId: other.userId,
      kind: "runs" as const,
      text: "",
      eventType: "run.completed",
      subjectType: "run",
      subjectId: crypto.randomUUID(),
      isShown: true,
      waitsForDigest: true,
      createdAt: new Date(),
      readAt: null,
    };
    const rows = [
      { title: "Of the hidden project", projectId: secretId },
      { title: "Of a visible project", projectId },
    ].map((row) => ({ ...notice, ...row, id: crypto.randomUUID(), cause: row.title }));
    await db.insertInto("notice").values(rows).execute();
    await send("PUT", `/api/projects/${secretId}/members/${other.userId}`, { role: "none" });
    await mailDigests();
    await expect.poll(() => mailsTo(other.email).length).toBe(1);
    expect(mailsTo(other.email)[0]?.source).toContain("Of a visible project");
    expect(mailsTo(other.email)[0]?.source).not.toContain("Of the hidden project");
  });

  it("learns of a changed role, and of nothing that they did themselves", async () => {
    const member = await makeMember(testApp, organization, "member");
    const { rowVersion } = (await send("GET", `/api/members/${member.userId}`)).body;
    const changed = await send("PATCH", `/api/members/${member.userId}`, {
      role: "admin",
      rowVersion,
    });
    expect(changed.status, changed.text).toBe(200);
    await expect
      .poll(async () =>
        (await listOf(member.key, "kind=membership")).items.map(({ eventType }) => eventType),
      )
      .toEqual(["member.role_changed", "member.added"]);
    expect(mailsTo(member.email)).toEqual([]);
  });
});

describe("mail at once", () => {
  it("leads to its notice in the web app", async () => {
    const member = await makeMember(testApp, organization, "member");
    const preferences = [{ kind: "membership", inApp: true, mail: "atOnce" }];
    await send("PATCH", "/api/notices/preferences", { preferences }, member.key);
    await expect.poll(async () => (await listOf(member.key)).unreadCount).toBe(1);
    const { rowVersion } = (await send("GET", `/api/members/${member.userId}`)).body;
    await send("PATCH", `/api/members/${member.userId}`, { role: "admin", rowVersion });
    await expect.poll(async () => (await listOf(member.key)).unreadCount).toBe(2);
    const { items } = await listOf(member.key);
    const page = `/${organization.slug}/notices?open=${String(items[0]?.["id"])}`;
    await expect.poll(() => mailsTo(member.email).at(-1)?.source).toContain(page);
  });
});

describe("preferences", () => {
  it("choose the channels of a kind; without any, nothing is kept", async () => {
    const member = await makeMember(testApp, organization, "member");
    // The notice of the new membership comes first.
    await expect.poll(async () => (await listOf(member.key)).unreadCount).toBe(1);
    const preferences = [{ kind: "membership", inApp: false, mail: "atOnce" }];
    const changed = await send("PATCH", "/api/notices/preferences", { preferences }, member.key);
    expect(changed.body["preferences"]).toContainEqual(preferences[0]);
    const change = async (role: string) => {
      const { rowVersion } = (await send("GET", `/api/members/${member.userId}`)).body;
      await send("PATCH", `/api/members/${member.userId}`, { role, rowVersion });
    };
    await change("admin");
    await expect.poll(() => mailsTo(member.email).length).toBe(1);
    expect(mailsTo(member.email)[0]?.source).toContain("Your role has changed");
    const link =
      /https:\/\/lintel\.example\.com(\/unsubscribe\/[^>\s"]+)/.exec(
        mailsTo(member.email)[0]?.source ?? "",
      )?.[1] ?? "";
    const shown = await testApp.app.inject({ method: "GET", url: link });
    expect(shown.payload).toContain("Unsubscribe");
    const boundary = "b";
    const posted = await testApp.app.inject({
      method: "POST",
      url: link,
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      payload: `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`,
    });
    expect(posted.statusCode, posted.payload).toBe(200);
    const again = await send("GET", "/api/notices/preferences", undefined, member.key);
    expect(again.body["preferences"]).toContainEqual({
      kind: "membership",
      inApp: false,
      mail: "off",
    });
    await change("viewer");
    const forged = await testApp.app.inject({
      method: "POST",
      url: link.replace("membership", "findings"),
    });
    expect(forged.statusCode).toBeGreaterThanOrEqual(400);
  });
});
