import { beforeAll, describe, expect, it } from "vitest";
import {
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { startTargetApi } from "../../testing/target-api.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeFinding, makeResult, recordResult } from "../security/testing/scan-results.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let member: MadeMember;
let viewer: MadeMember;
let projectId: string;
let base: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  member = await makeMember(testApp, organization, "member");
  viewer = await makeMember(testApp, organization, "viewer");
  projectId = await makeProject(testApp, organization);
  base = `/api/projects/${projectId}`;
});

type Method = "GET" | "POST" | "PATCH" | "DELETE";
const call = (method: Method, path: string, body?: object, key = organization.owner.key) =>
  request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });

async function make(fields: object): Promise<{ id: string; path: string }> {
  const answer = await call("POST", `${base}/report-links`, fields);
  expect(answer.status, answer.text).toBe(201);
  return { id: String(answer.body["id"]), path: new URL(String(answer.body["address"])).pathname };
}

/** Each visitor has its own address, so that the budget of one is not that of another. */
let visitors = 0;
async function open(url: string) {
  visitors += 1;
  const remoteAddress = `10.9.0.${visitors}`;
  const answer = await testApp.app.inject({ url, headers: { accept: "text/html" }, remoteAddress });
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

async function makeRun(): Promise<string> {
  await using api = await startTargetApi({ "/a": (_, response) => response.writeHead(500).end() });
  const post = async (path: string, body: object) => {
    const answer = await call("POST", path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const { url: baseUrl } = api;
  const environment = await post(`${base}/environments`, { name: baseUrl, baseUrl });
  const suite = await post(`${base}/suites`, { name: `<b>Books</b> of ${baseUrl}` });
  await post(`${base}/suites/${String(suite["id"])}/cases`, {
    name: "Fails",
    request: { method: "GET", url: "/a" },
    assertions: [{ source: "status", operator: "equals", expected: 200 }],
  });
  const run = { projectId, suiteId: suite["id"], environmentId: environment["id"] };
  return String((await post("/api/cli/run", run))["testRunId"]);
}

async function record(project: string, paths: readonly string[]): Promise<string[]> {
  const db = await testApp.cells.eu.platform.database();
  const place = { organizationId: organization.id, projectId: project };
  const findings = paths.map((path) => makeFinding({ path }));
  await recordResult(db, place, makeResult({ findings }));
  const { body } = await call("GET", `/api/projects/${project}/security/findings`);
  return (body["items"] as unknown as { id: string }[]).map(({ id }) => id);
}

describe("a link to a report", () => {
  it("shows a finished run to a visitor, as text, and keeps its address secret", async () => {
    const { path } = await make({ runId: await makeRun() });
    const { status, text, headers } = await open(path);
    expect(status, text).toBe(200);
    expect(text).toContain("&lt;b&gt;Books&lt;/b&gt;");
    expect(text).toContain("Fails");
    expect(text).not.toContain("<script");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("sandbox");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-robots-tag"]).toBe("noindex");
    expect(headers["set-cookie"]).toBeUndefined();
  });

  it("shows one finding, or all open ones, without notes and names of members", async () => {
    const [first = ""] = await record(projectId, ["/one", "/two"]);
    const note = "Ask Olive about this.";
    const found = `${base}/security/findings/${first}`;
    const { rowVersion } = (await call("GET", found)).body;
    const triage = { rowVersion, resolutionNotes: note, assignedToUserId: member.userId };
    const triaged = await call("PATCH", found, triage);
    expect(triaged.status, triaged.text).toBe(200);
    const all = await open((await make({})).path);
    expect(all.text).toContain("/one");
    expect(all.text).toContain("/two");
    const one = await open((await make({ findingId: first })).path);
    const shown = String(triaged.body["path"]);
    expect(one.text).toContain(shown);
    expect(one.text).not.toContain(shown === "/one" ? "/two" : "/one");
    // The page of one finding shows its proof, which nobody has to open.
    expect(one.text).toContain("<h1>A protected operation answers without a credential</h1>");
    expect(one.text).not.toContain("<details");
    for (const { text } of [all, one]) {
      expect(text).not.toContain(note);
      expect(text).not.toContain(member.userId);
    }
  });

  it("answers an unknown, a revoked and an expired token alike", async () => {
    const [findingId = ""] = await record(projectId, ["/ends"]);
    const revoked = await make({ findingId });
    expect((await call("DELETE", `${base}/report-links/${revoked.id}`)).status).toBe(204);
    expect((await call("DELETE", `${base}/report-links/${revoked.id}`)).status).toBe(204);
    const expired = await make({ findingId, expiresInDays: 1 });
    const unknown = `${expired.path.slice(0, -1)}${expired.path.endsWith("a") ? "b" : "a"}`;
    const answers = [await open(revoked.path), await open(unknown), await open("/s/svc_report_x")];
    const db = await testApp.cells.eu.platform.database();
    const ended = { expiresAt: new Date(Date.now() - 1000) };
    await db.updateTable("reportLink").set(ended).where("id", "=", expired.id).execute();
    answers.push(await open(expired.path));
    for (const { status, text } of answers) {
      expect(status).toBe(404);
      expect(text).toBe(answers[0]?.text);
    }
  });

  it("is listed by what it shows, without its token, and stored as a digest", async () => {
    const [findingId = ""] = await record(projectId, ["/listed"]);
    const { id, path } = await make({ findingId });
    const all = await make({});
    const list = async (query: string) => {
      const answer = await call("GET", `${base}/report-links?${query}`, undefined, viewer.key);
      expect(answer.text).not.toContain(path.split("/").at(-1));
      return (answer.body["items"] as unknown as { id: string }[]).map((link) => link.id);
    };
    expect(await list(`findingId=${findingId}`)).toEqual([id]);
    expect(await list("shows=finding")).toContain(id);
    expect(await list("shows=findings")).toContain(all.id);
    expect(await list("shows=findings")).not.toContain(id);
    expect(await list("shows=run")).not.toContain(id);
    const db = await testApp.cells.eu.platform.database();
    const rows = await db.selectFrom("reportLink").selectAll().where("id", "=", id).execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(path.split("/").at(-1));
  });

  it("is made and revoked by those who manage the project alone", async () => {
    const { id } = await make({});
    for (const { key } of [member, viewer]) {
      expect((await call("POST", `${base}/report-links`, {}, key)).status).toBe(403);
      expect((await call("DELETE", `${base}/report-links/${id}`, undefined, key)).status).toBe(403);
    }
    const { owner } = await makeOrganization(testApp);
    expect((await call("GET", `${base}/report-links`, undefined, owner.key)).status).toBe(404);
  });

  it("is not made with a key that cannot read what it shows", async () => {
    const grants = [{ permission: "projects:manage", projectId }] as const;
    const key = await makeKey(testApp, organization, organization.owner.userId, grants);
    const [findingId = ""] = await record(projectId, ["/unread"]);
    for (const fields of [{ runId: await makeRun() }, { findingId }, {}]) {
      const answer = await call("POST", `${base}/report-links`, fields, key);
      expect(answer.status, answer.text).toBe(403);
    }
  });

  it("opens at its address in region us", async () => {
    const american = await makeOrganization(testApp, { region: "us" });
    const project = await makeProject(testApp, american);
    const answer = await request(testApp, {
      method: "POST",
      path: `/api/projects/${project}/report-links`,
      key: american.owner.key,
      headers: { "x-svc-region": "us" },
      body: {},
    });
    expect(answer.status, answer.text).toBe(201);
    const { pathname } = new URL(String(answer.body["address"]));
    expect(pathname).toMatch(/^\/us\/s\//);
    expect((await open(pathname)).status).toBe(200);
  });

  it("takes no run, finding or link of another project, and not both", async () => {
    const other = await makeProject(testApp, organization);
    const [foreign = ""] = await record(other, ["/foreign"]);
    const runId = await makeRun();
    const { id } = await make({ runId });
    const theirs = `/api/projects/${other}/report-links`;
    expect((await call("POST", `${base}/report-links`, { findingId: foreign })).status).toBe(404);
    expect((await call("POST", theirs, { runId })).status).toBe(404);
    expect((await call("DELETE", `${theirs}/${id}`)).status).toBe(404);
    const both = await call("POST", theirs, { runId, findingId: foreign });
    expect(both.status).toBe(400);
    expect(both.body["code"]).toBe("VALIDATION_FAILED");
  });
});
