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
import { systemClock } from "../../platform/clock.ts";
import { request, type ResponseBody, type TestRequest } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  checkOf,
  makeFinding,
  makeResult,
  recordResult,
  weaknessOf,
} from "./testing/scan-results.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let member: MadeMember;
let viewer: MadeMember;
let projectId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  member = await makeMember(testApp, organization, "member");
  viewer = await makeMember(testApp, organization, "viewer");
  projectId = await makeProject(testApp, organization);
});

type Method = TestRequest["method"];
const base = (project = projectId) => `/api/projects/${project}/security/findings`;
const send = (method: Method, path: string, body?: unknown, key = member.key) =>
  request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });
const place = (project = projectId) => ({ organizationId: organization.id, projectId: project });
const record = async (project: string, ...result: Parameters<typeof makeResult>) =>
  recordResult(await testApp.cells.eu.platform.database(), place(project), makeResult(...result));
const newProject = () => makeProject(testApp, organization);

const itemsOf = (body: ResponseBody) => body["items"] as unknown as ResponseBody[];
async function list(query = "", project = projectId, key = member.key): Promise<ResponseBody> {
  const answer = await send("GET", `${base(project)}${query}`, undefined, key);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
async function only(project: string): Promise<ResponseBody> {
  const [first, ...others] = itemsOf(await list("", project));
  expect(others).toEqual([]);
  return first ?? {};
}
const change = (project: string, finding: ResponseBody, given: object, key = member.key) =>
  send(
    "PATCH",
    `${base(project)}/${String(finding["id"])}`,
    { rowVersion: finding["rowVersion"], ...given },
    key,
  );
const historyOf = async (project: string, { id }: ResponseBody) =>
  itemsOf((await send("GET", `${base(project)}/${String(id)}/changes`)).body);

describe("a finding", () => {
  it("has every field, in the list and by its id", async () => {
    const project = await newProject();
    const made = makeFinding();
    const { runId } = await record(project, { findings: [made] });
    const finding = await only(project);
    expect(finding).toMatchObject({
      fingerprint: made.fingerprint,
      scanRunId: runId,
      firstSeenScanRunId: runId,
      scannerId: made.scannerId,
      guidanceId: made.guidance.id,
      owaspCategory: made.guidance.owasp,
      cwe: made.guidance.cwe,
      severity: "high",
      confidence: "high",
      status: "open",
      title: made.title,
      description: made.description,
      remediation: made.guidance.remediation,
      method: "GET",
      path: "/orders/{id}",
      location: "path",
      parameter: "id",
      evidence: made.evidence,
      assignedToUserId: null,
      resolutionNotes: null,
      resolvedAt: null,
      rowVersion: "AAAAAAAAAAE=",
    });
    expect(finding["reproductionCurl"]).toContain("# bob reads an order of alice\ncurl -H");
    const read = await send(
      "GET",
      `${base(project)}/${String(finding["id"])}`,
      undefined,
      viewer.key,
    );
    expect(read.body).toEqual(finding);
  });

  it("stores whatever a target answers", async () => {
    const project = await newProject();
    const hostile = "a\u0000b\ud800 </script><script>alert(1)</script>";
    await record(project, {
      findings: [
        makeFinding({ description: hostile, excerpt: hostile, name: hostile, location: "body" }),
      ],
    });
    const { description, evidence } = await only(project);
    expect(description).toBe("a\uFFFDb\uFFFD </script><script>alert(1)</script>");
    expect(JSON.stringify(evidence)).toContain("</script>");
  });
});

describe("the list of findings", () => {
  let project: string;
  let first: string;

  beforeAll(async () => {
    project = await newProject();
    const severities = ["low", "critical", "medium", "high", "info"] as const;
    const findings = severities.flatMap((severity) =>
      ["/b", "/a"].map((path) =>
        makeFinding({ severity, path, description: `${severity} at ${path} 100%_sure` }),
      ),
    );
    first = (await record(project, { findings })).runId;
    await record(project, { findings: [makeFinding({ severity: "high", path: "/late" })] });
  });

  it("has the worst first, with total, skip and take", async () => {
    const { items, ...paging } = await list("?take=3", project);
    expect(paging).toEqual({ total: 11, skip: 0, take: 3 });
    const shown = (items as unknown as ResponseBody[]).map(({ severity, path }) =>
      [severity, path].join(" "),
    );
    expect(shown.slice(0, 2).toSorted()).toEqual(["critical /a", "critical /b"]);
    expect(shown[2]).toBe("high /late");
    expect(await list("?skip=10&take=1000", project)).toMatchObject({
      total: 11,
      skip: 10,
      take: 100,
    });
    expect(itemsOf(await list("?skip=50", project))).toEqual([]);
    expect((await send("GET", `${base(project)}?take=-1`)).status).toBe(400);
    expect((await send("GET", `${base(project)}?skip=x`)).status).toBe(400);
  });

  it.each([
    ["?severity=critical", 2],
    ["?severity=critical&status=open", 2],
    ["?status=fixed", 0],
    ["?search=late", 0],
    ["?search=CRITICAL%20at", 2],
    ["?search=100%25_sure", 10],
    ["?search=100%25%25", 0],
    ["?search=%5C", 0],
    ["?search=", 11],
    [`?scannerId=none`, 0],
    ["?assignedToMe=true", 0],
    ["?assignedToMe=false", 11],
  ])("filters by %s", async (query, total) => {
    expect(await list(query, project)).toMatchObject({ total });
  });

  it("filters by scanner, class, category and run", async () => {
    const { scannerId, guidance } = weaknessOf("critical");
    const found = itemsOf(await list(`?scannerId=${scannerId}`, project));
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.map((one) => one["scannerId"]))).toEqual(new Set([scannerId]));
    expect(await list(`?guidanceId=${guidance.id}`, project)).toMatchObject({ total: 2 });
    const ofCategory = itemsOf(await list(`?owaspCategory=${guidance.owasp}`, project));
    expect(new Set(ofCategory.map((one) => one["owaspCategory"]))).toEqual(
      new Set([guidance.owasp]),
    );
    expect(await list(`?firstSeenScanRunId=${first}`, project)).toMatchObject({ total: 10 });
    expect(await list(`?scanRunId=${first}&search=sure`, project)).toMatchObject({ total: 10 });
  });

  it.each([
    ["path", (one: ResponseBody) => one["path"]],
    ["title", (one: ResponseBody) => one["title"]],
    ["createdAt", (one: ResponseBody) => one["createdAt"]],
    ["owaspCategory", (one: ResponseBody) => one["owaspCategory"]],
    ["status", (one: ResponseBody) => one["status"]],
    ["modifiedAt", (one: ResponseBody) => one["modifiedAt"]],
  ])("sorts by %s, and the other way round", async (name, valueOf) => {
    const all = itemsOf(await list(`?sortBy=${name}`, project));
    const values = all.map((one) => String(valueOf(one)));
    expect(values).toEqual(values.toSorted());
    expect(itemsOf(await list(`?sortBy=-${name}`, project))).toEqual(all.toReversed());
  });

  it("reverses the severity, and refuses another order", async () => {
    const all = itemsOf(await list("?sortBy=severity", project));
    expect(all).toEqual(itemsOf(await list("", project)));
    expect(itemsOf(await list("?sortBy=-severity", project))).toEqual(all.toReversed());
    for (const query of ["?sortBy=id", "?sortBy=--path", "?severity=worst", "?status=all"])
      expect((await send("GET", `${base(project)}${query}`)).status, query).toBe(400);
  });
});

describe("triage", () => {
  it("changes status, notes and assignee, with the rowVersion that was read", async () => {
    const project = await newProject();
    await record(project, { findings: [makeFinding()] });
    const before = await only(project);
    const answer = await change(project, before, {
      status: "acceptedRisk",
      resolutionNotes: "an internal API",
      assignedToUserId: member.userId,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      status: "acceptedRisk",
      resolutionNotes: "an internal API",
      assignedToUserId: member.userId,
      rowVersion: "AAAAAAAAAAI=",
    });
    expect(answer.body["resolvedAt"]).not.toBeNull();
    expect(await list("?assignedToMe=true", project)).toMatchObject({ total: 1 });
    expect(await list("?assignedToMe=true", project, viewer.key)).toMatchObject({ total: 0 });
    const stale = await change(project, before, { status: "open" });
    expect(stale.body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: "AAAAAAAAAAI=",
    });
    const reopened = await change(project, answer.body, { status: "inProgress" });
    expect(reopened.body).toMatchObject({ status: "inProgress", resolvedAt: null });
    const [last, middle, first] = await historyOf(project, before);
    expect(last).toMatchObject({
      number: 3,
      kind: "triaged",
      actor: { type: "user", id: member.userId, name: "The member" },
      changes: { status: ["acceptedRisk", "inProgress"] },
    });
    expect(Object.keys(middle?.["changes"] ?? {}).toSorted()).toEqual([
      "assignedToUserId",
      "resolutionNotes",
      "status",
    ]);
    expect(first).toMatchObject({ kind: "found", actor: { type: "system", name: null } });
  });

  it("of what is so already changes nothing", async () => {
    const project = await newProject();
    await record(project, { findings: [makeFinding()] });
    const before = await only(project);
    const same = await change(project, before, { status: "open" });
    expect(same.body).toEqual(before);
    expect(await historyOf(project, before)).toHaveLength(1);
    expect((await change(project, before, {})).status).toBe(400);
  });

  it("assigns only members who can see the project", async () => {
    const project = await newProject();
    await record(project, { findings: [makeFinding()] });
    const before = await only(project);
    const other = await makeOrganization(testApp);
    const hidden = await makeMember(testApp, organization, "member");
    await callAsOperator(testApp, "eu", organization.id, "setProjectRole", {
      projectId: project,
      userId: hidden.userId,
      role: "none",
    });
    const gone = await makeMember(testApp, organization, "member");
    await callAsOperator(testApp, "eu", organization.id, "removeMember", { userId: gone.userId });
    for (const id of [other.owner.userId, hidden.userId, gone.userId, crypto.randomUUID()]) {
      const answer = await change(project, before, { assignedToUserId: id });
      expect(answer.status).toBe(400);
      expect(answer.body["errors"]).toMatchObject([{ field: "assignedToUserId", code: "unknown" }]);
    }
    expect((await change(project, before, { assignedToUserId: viewer.userId })).status).toBe(200);
  });

  it("changes several findings by their ids, or all that a query finds", async () => {
    const project = await newProject();
    const paths = ["/a", "/b", "/c"];
    await record(project, {
      findings: [
        ...paths.map((path) => makeFinding({ path })),
        ...paths.map((path) => makeFinding({ path, severity: "low" })),
      ],
    });
    const low = itemsOf(await list("?severity=low", project)).map(({ id }) => String(id));
    const foreign = crypto.randomUUID();
    const byIds = await send("POST", `${base(project)}/triage`, {
      findingIds: [...low.slice(0, 2), foreign],
      change: { status: "falsePositive" },
    });
    expect(byIds.body).toEqual({ matchedCount: 2, changedCount: 2, notFound: [foreign] });
    const byQuery = await send("POST", `${base(project)}/triage`, {
      query: { severity: "low" },
      change: { status: "falsePositive", resolutionNotes: "all of them" },
    });
    expect(byQuery.body).toEqual({ matchedCount: 3, changedCount: 3, notFound: [] });
    expect(await list("?status=falsePositive", project)).toMatchObject({ total: 3 });
    expect(await list("?status=open", project)).toMatchObject({ total: 3 });
    const again = await send("POST", `${base(project)}/triage`, {
      query: { severity: "low" },
      change: { status: "falsePositive" },
    });
    expect(again.body).toMatchObject({ matchedCount: 3, changedCount: 0 });
    for (const body of [
      { change: { status: "open" } },
      { findingIds: low, query: {}, change: { status: "open" } },
      { findingIds: low, change: {} },
      { findingIds: low, change: { status: "gone" } },
    ])
      expect((await send("POST", `${base(project)}/triage`, body)).status).toBe(400);
  });
});

describe("what a scan makes of stored findings", () => {
  const at = async (status: string) => {
    const project = await newProject();
    const finding = makeFinding();
    await record(project, { findings: [finding] });
    const before = await only(project);
    if (status !== "open") await change(project, before, { status });
    return { project, finding };
  };

  it.each([
    ["open", "open"],
    ["inProgress", "inProgress"],
    ["fixed", "open"],
    ["falsePositive", "falsePositive"],
    ["duplicate", "duplicate"],
    ["acceptedRisk", "acceptedRisk"],
  ])("that is %s and seen again: %s", async (before, after) => {
    const { project, finding } = await at(before);
    const { runId, recorded } = await record(project, { findings: [finding] });
    const seen = await only(project);
    expect(seen).toMatchObject({ status: after, scanRunId: runId });
    expect(seen["firstSeenScanRunId"]).not.toBe(runId);
    expect(recorded.newCount).toBe(0);
    const isReopened = before === "fixed";
    expect(recorded.events.map(({ type }) => type)).toEqual(isReopened ? ["finding.reopened"] : []);
  });

  it.each([
    ["open", "passed", "fixed"],
    ["inProgress", "passed", "fixed"],
    ["acceptedRisk", "passed", "acceptedRisk"],
    ["open", "failed", "open"],
    ["open", "skipped", "open"],
    ["open", "cut", "open"],
  ] as const)("that is %s, where its check %s: %s", async (before, state, after) => {
    const { project, finding } = await at(before);
    const { recorded } = await record(project, { checks: [checkOf(finding, state)] });
    const seen = await only(project);
    expect(seen["status"]).toBe(after);
    expect(recorded.fixedCount).toBe(after === "fixed" ? 1 : 0);
    if (after !== "fixed") return;
    expect(seen["resolvedAt"]).not.toBeNull();
    const [newest] = await historyOf(project, seen);
    expect(newest).toMatchObject({ kind: "fixed", changes: { status: [before, "fixed"] } });
  });

  it("stays open where it is suspected, where another place was tested, or the scan failed", async () => {
    const { project, finding } = await at("open");
    const passed = checkOf(finding, "passed");
    const { fingerprint, scannerId, method, path } = finding;
    const suspected = { fingerprint, scannerId, method, path, guidanceId: "", reason: "once only" };
    await record(project, { checks: [passed], unconfirmed: [suspected] });
    await record(project, { checks: [{ ...passed, operation: "GET /others" }] });
    await record(project, { checks: [{ ...passed, scannerId: "another" }] });
    await record(project, { checks: [passed], status: "failed", errorMessage: "gone" });
    await record(project, { checks: [passed], status: "cancelled" });
    expect(await only(project)).toMatchObject({ status: "open" });
    await record(project, { checks: [{ ...passed, operation: "GET /orders/{orderId}" }] });
    expect(await only(project)).toMatchObject({ status: "fixed" });
  });

  it("at an address that the document does not name is fixed where that is gone", async () => {
    const { project, finding } = await at("open");
    const { scannerId, method, path } = finding;
    await record(project, { absent: [{ scannerId, operation: "GET /others" }] });
    expect(await only(project)).toMatchObject({ status: "open" });
    await record(project, { absent: [{ scannerId, operation: `${method} ${path}` }] });
    expect(await only(project)).toMatchObject({ status: "fixed" });
  });

  it("of the whole host needs a scanner that was not cut", async () => {
    const project = await newProject();
    const finding = makeFinding({ severity: "low", path: "/", location: "host", name: "X" });
    await record(project, { findings: [finding] });
    const passed = { ...checkOf(finding, "passed"), operation: "GET /a" };
    await record(project, { checks: [passed, { ...passed, operation: "GET /b", state: "cut" }] });
    expect(await only(project)).toMatchObject({ status: "open" });
    await record(project, { checks: [passed] });
    expect(await only(project)).toMatchObject({ status: "fixed" });
  });

  it("announces new critical and high findings, and no others", async () => {
    const project = await newProject();
    const severities = ["critical", "high", "medium", "low", "info"] as const;
    const { recorded } = await record(project, {
      findings: severities.map((severity) => makeFinding({ severity })),
    });
    expect(recorded).toMatchObject({ newCount: 5, reopenedCount: 0, fixedCount: 0 });
    const data = recorded.events.map((event) => [event.type, event.data]);
    expect(data).toMatchObject([
      ["finding.found", { severity: "critical" }],
      ["finding.found", { severity: "high" }],
    ]);
  });

  it("gives every run the score and the count of the present triage", async () => {
    const project = await newProject();
    const { runId } = await record(project, {
      findings: [makeFinding(), makeFinding({ severity: "low" })],
    });
    const poor = await record(project, { coverage: 0.4 });
    const read = (id: string) =>
      send("GET", `/api/projects/${project}/security/scan-runs/${id}`).then(({ body }) => body);
    expect(await read(runId)).toMatchObject({ securityScore: 69, openFindingsCount: 2 });
    expect(await read(poor.runId)).toMatchObject({ securityScore: null, openFindingsCount: 2 });
    await send("POST", `${base(project)}/triage`, {
      query: { severity: "high" },
      change: { status: "falsePositive" },
    });
    expect(await read(runId)).toMatchObject({ securityScore: 99, openFindingsCount: 1 });
  });
});

describe("who may see and triage findings", () => {
  it("only who sees the project, with the scope and the plan", async () => {
    const project = await newProject();
    await record(project, { findings: [makeFinding()] });
    const finding = await only(project);
    const path = `${base(project)}/${String(finding["id"])}`;
    const elsewhere = await newProject();
    for (const foreign of [
      await send("GET", `${base(elsewhere)}/${String(finding["id"])}`),
      await send("GET", `${base(elsewhere)}/${String(finding["id"])}/changes`),
      await change(elsewhere, finding, { status: "fixed" }),
      await send("GET", `${base(project)}/not-a-uuid`),
    ])
      expect(foreign.status).toBe(404);
    const bulk = await send("POST", `${base(elsewhere)}/triage`, {
      findingIds: [finding["id"]],
      change: { status: "fixed" },
    });
    expect(bulk.body).toMatchObject({ matchedCount: 0, notFound: [finding["id"]] });
    expect(await only(project)).toEqual(finding);
    const other = await makeOrganization(testApp);
    expect((await send("GET", path, undefined, other.owner.key)).status).toBe(404);
    expect((await send("GET", path)).status).toBe(200);
    const refused = await change(project, finding, { status: "fixed" }, viewer.key);
    expect(refused.body).toMatchObject({ code: "ROLE_INSUFFICIENT" });
    const reading = await makeKey(testApp, organization, member.userId, [
      { permission: "security:read", projectId: null },
    ]);
    expect((await send("GET", path, undefined, reading)).status).toBe(200);
    const denied = await change(project, finding, { status: "fixed" }, reading);
    expect(denied.body).toMatchObject({
      code: "API_KEY_SCOPE_DENIED",
      requiredScope: "security:execute",
    });
    const free = await makeOrganization(testApp, { plan: "free" });
    const freeProject = await makeProject(testApp, free);
    for (const query of ["", "/export/sarif", "/export", "/export?format=csv"]) {
      const answer = await send("GET", `${base(freeProject)}${query}`, undefined, free.owner.key);
      expect(answer.body).toMatchObject({ code: "PLAN_REQUIRED" });
    }
  });
});

describe("findings of two environments", () => {
  const named = (environmentName: string, host: string) => ({
    environmentId: systemClock.newId(),
    environmentName,
    baseUrl: `https://${host}/v1`,
  });
  const recordIn = async (
    project: string,
    environment: ReturnType<typeof named>,
    result: Parameters<typeof makeResult>[0],
  ) => {
    const db = await testApp.cells.eu.platform.database();
    const profileId = systemClock.newId();
    return (await recordResult(db, place(project), makeResult(result), profileId, environment))
      .recorded;
  };
  /** Stores an environment that exists, with an address. */
  const makeEnvironment = async (project: string, name: string, host: string) => {
    const path = `/api/projects/${project}/environments`;
    const made = await send("POST", path, { name, baseUrl: `https://${host}/v1` });
    expect(made.status, made.text).toBe(201);
    return { ...named(name, host), environmentId: String(made.body["id"]) };
  };

  it("are separate, and a scan changes only those of its own", async () => {
    const project = await newProject();
    const staging = await makeEnvironment(project, "Staging", "staging.example.com");
    const production = await makeEnvironment(project, "Production", "api.example.com");
    const made = makeFinding();
    const passed = { checks: [checkOf(made, "passed")] };
    await recordIn(project, staging, { findings: [made] });
    expect(await recordIn(project, production, passed)).toMatchObject({ fixedCount: 0 });
    expect(await only(project)).toMatchObject({ status: "open", environmentName: "Staging" });
    const added = await recordIn(project, production, { findings: [made] });
    expect(added).toMatchObject({ newCount: 1, reopenedCount: 0 });
    expect(await recordIn(project, staging, passed)).toMatchObject({ fixedCount: 1 });
    const found = itemsOf(await list("", project));
    expect(Object.fromEntries(found.map((one) => [one["environmentName"], one["status"]]))).toEqual(
      { Staging: "fixed", Production: "open" },
    );
    expect(new Set(found.map((one) => one["fingerprint"]))).toEqual(new Set([made.fingerprint]));
    const query = `?environmentId=${production.environmentId}`;
    expect(itemsOf(await list(query, project))).toMatchObject([{ environmentName: "Production" }]);
    const foreign = await makeEnvironment(await newProject(), "Foreign", "other.example.com");
    const { environmentId } = foreign;
    const refused = await send("GET", `${base(project)}?environmentId=${environmentId}`);
    expect(refused.body).toMatchObject({ status: 404, code: "NOT_FOUND" });
    const triage = { query: { environmentId }, change: { status: "fixed" } };
    expect((await send("POST", `${base(project)}/triage`, triage)).status).toBe(404);
    const csv = await send("GET", `${base(project)}/export?format=csv&status=all`);
    expect(csv.text).toMatch(/,Production\r\n.*,Staging\r\n|,Staging\r\n.*,Production\r\n/s);
    const sarif = await send("GET", `${base(project)}/export/sarif?status=all`);
    expect(sarif.text).toContain('"environmentName": "Production"');
    const again = await recordIn(project, production, { findings: [made] });
    expect(again).toMatchObject({ newCount: 0, reopenedCount: 0 });
  });

  it("follow the address where the environment was deleted", async () => {
    const project = await newProject();
    const gone = named("Old", "api.example.com");
    const made = makeFinding();
    const passed = { checks: [checkOf(made, "passed")] };
    await recordIn(project, gone, { findings: [made] });
    const query = `?environmentId=${gone.environmentId}`;
    expect(itemsOf(await list(query, project))).toHaveLength(1);
    const other = await makeEnvironment(project, "Other", "other.example.com");
    expect(await recordIn(project, other, passed)).toMatchObject({ fixedCount: 0 });
    const same = await makeEnvironment(project, "New", "api.example.com");
    expect(await recordIn(project, same, passed)).toMatchObject({ fixedCount: 1 });
    expect(await recordIn(project, same, { findings: [made] })).toMatchObject({
      newCount: 0,
      reopenedCount: 1,
    });
    expect(await only(project)).toMatchObject({ status: "open", environmentName: "New" });
  });
});
