import { beforeAll, describe, expect, it } from "vitest";
import {
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { hostileTexts } from "../../testing/hostile-texts.ts";
import { request, type ResponseBody, type TestRequest } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { openIdentities } from "./identities.ts";
import { selectProfile } from "./scan-profile.store.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let member: MadeMember;
let viewer: MadeMember;
let projectId: string;
let environmentId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  member = await makeMember(testApp, organization, "member");
  viewer = await makeMember(testApp, organization, "viewer");
  projectId = await makeProject(testApp, organization);
  environmentId = await makeEnvironment();
});

type Method = TestRequest["method"];
const documentUrl = "https://api.example.com/openapi.json";
const base = (project = projectId) => `/api/projects/${project}/security/scan-profiles`;
const send = (method: Method, path: string, body?: unknown, key = member.key) =>
  request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });

async function makeEnvironment(project = projectId, baseUrl = "https://api.example.com/v1") {
  const answer = await send(
    "POST",
    `/api/projects/${project}/environments`,
    { name: crypto.randomUUID(), baseUrl },
    organization.owner.key,
  );
  return String(answer.body["id"]);
}

let made = 0;
const fields = (given: object = {}) => {
  made += 1;
  return { name: `Profile ${made}`, environmentId, documentUrl, ...given };
};
async function create(given: object = {}): Promise<ResponseBody> {
  const answer = await send("POST", base(), fields(given));
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}
const pathOf = (profile: ResponseBody) => `${base()}/${String(profile["id"])}`;
const change = (profile: ResponseBody, given: object, key = member.key) =>
  send("PATCH", pathOf(profile), { rowVersion: profile["rowVersion"], ...given }, key);
const errorsOf = (body: ResponseBody) =>
  body["errors"] as unknown as { field: string; message: string }[];

const alice = { name: "alice", auth: { type: "bearer", token: "token of alice" } };

async function openStored(profile: ResponseBody) {
  const { platform } = testApp.cells.eu;
  const id = String(profile["id"]);
  const place = { organizationId: organization.id, projectId };
  const row = await selectProfile(await platform.database(), place, id);
  return openIdentities(platform.sealer, id, row?.identities ?? []);
}

describe("a scan profile's life", () => {
  it("is created with defaults, read, listed as a plain array, changed and deleted", async () => {
    const answer = await send("POST", base(), fields({ name: "Life" }));
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers["location"]).toBe(pathOf(answer.body));
    expect(answer.body).toMatchObject({
      name: "Life",
      description: null,
      isEnabled: true,
      timeBudgetSeconds: 600,
      requestsPerSecond: 10,
      scannerIds: [],
      environmentId,
      specVersionId: null,
      documentUrl,
      suiteId: null,
      scope: { include: [], exclude: [] },
      dangerWords: [],
      allowedOperations: [],
      flows: [],
      accessRules: [],
      isDisposable: false,
      identities: [],
      cronSchedule: null,
      cronTimeZone: "UTC",
      lastRunAt: null,
      rowVersion: "AAAAAAAAAAE=",
    });
    const read = await send("GET", pathOf(answer.body), undefined, viewer.key);
    expect(read.body).toEqual(answer.body);
    const changed = await change(answer.body, {
      name: "Lived",
      timeBudgetSeconds: 3600,
      cronSchedule: "0 3 * * 1",
      cronTimeZone: "Europe/Berlin",
    });
    expect(changed.body).toMatchObject({
      name: "Lived",
      documentUrl,
      cronSchedule: "0 3 * * 1",
      rowVersion: "AAAAAAAAAAI=",
    });
    const listed = await send("GET", base(), undefined, viewer.key);
    expect(listed.body).toContainEqual(changed.body);
    expect((await send("DELETE", pathOf(answer.body))).status).toBe(204);
    expect((await send("GET", pathOf(answer.body))).status).toBe(404);
    expect((await send("DELETE", pathOf(answer.body))).status).toBe(404);
  });

  it("keeps what a change omits", async () => {
    const set = {
      isEnabled: false,
      timeBudgetSeconds: 900,
      requestsPerSecond: 1,
      isDisposable: true,
      scannerIds: ["page-size"],
      cronSchedule: "0 3 * * 1",
      cronTimeZone: "Europe/Berlin",
    };
    const { body } = await send("POST", base(), {
      name: "Quiet",
      environmentId,
      documentUrl,
      ...set,
    });
    const path = `${base()}/${String(body["id"])}`;
    const changed = await send("PATCH", path, { rowVersion: body["rowVersion"], description: "D" });
    expect(changed.body).toMatchObject({ ...set, description: "D" });
  });

  it("keeps every text as it was sent", async () => {
    for (const { text } of hostileTexts.filter((one) => one.text.length <= 4000)) {
      const { description } = await create({ description: text });
      expect(description).toBe(text);
    }
  });

  it("can name every scanner that is listed, with what it sends and finds", async () => {
    const listed = await send("GET", `/api/projects/${projectId}/security/scanners`);
    const { items: scanners } = listed.body as unknown as { items: { id: string }[] };
    expect(scanners.length).toBeGreaterThan(20);
    expect(scanners.find(({ id }) => id === "page-size")).toMatchObject({
      identities: 0,
      writes: "never",
      isIntrusive: false,
      guidance: [{ id: "SVC04001", owaspCategory: "API4:2023", cwe: [770] }],
    });
    const scannerIds = scanners.map(({ id }) => id);
    const made = await send("POST", base(), {
      name: "All",
      environmentId,
      documentUrl,
      scannerIds,
    });
    expect(made.status, made.text).toBe(201);
  });

  it("refuses flows whose steps the document does not have", async () => {
    const paths = { "/orders": { post: { operationId: "buy", responses: {} } } };
    const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
    const imported = await send("POST", `/api/projects/${projectId}/specs/import`, {
      name: "Flows",
      text,
    });
    const specVersionId = imported.body["spec"]?.["newestVersionId"];
    const of = (step: string) => ({
      specVersionId,
      documentUrl: null,
      flows: [{ name: "purchase", steps: ["POST /orders", step], limit: 1 }],
    });
    const refused = await send("POST", base(), fields(of("POST /orders/{id}/pay")));
    expect(refused.status).toBe(400);
    expect(errorsOf(refused.body)).toMatchObject([{ field: "flows[0].steps[1]", code: "unknown" }]);
    const profile = await create(of("buy"));
    const scope = { include: [], exclude: ["POST *"] };
    expect((await change(profile, { scope })).status).toBe(400);
  });

  it("loses an environment, a version and a suite that are deleted, and stays", async () => {
    const gone = await makeEnvironment();
    const profile = await create({ environmentId: gone });
    const path = `/api/projects/${projectId}/environments/${gone}`;
    expect((await send("DELETE", path)).status).toBe(204);
    const read = await send("GET", pathOf(profile));
    expect(read.body).toMatchObject({ environmentId: null, name: profile["name"] });
  });

  it("refuses a stale rowVersion and a taken name", async () => {
    const profile = await create();
    const changed = await change(profile, { isEnabled: false });
    expect(changed.status).toBe(200);
    const stale = await change(profile, { isEnabled: true });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: changed.body["rowVersion"],
    });
    const { name } = await create();
    expect((await change(changed.body, { name })).body["code"]).toBe("NAME_TAKEN");
    expect((await send("POST", base(), fields({ name }))).body["code"]).toBe("NAME_TAKEN");
  });
});

describe("the identities of a profile", () => {
  const kinds: [auth: Record<string, unknown>, secret: string][] = [
    [{ type: "bearer", token: "canary 1" }, "token"],
    [{ type: "basic", username: "bob", password: "canary 2" }, "password"],
    [{ type: "key", in: "header", name: "X-Key", value: "canary 3" }, "value"],
    [
      { type: "clientCredentials", tokenPath: "/token", clientId: "c", clientSecret: "canary 4" },
      "clientSecret",
    ],
    [{ type: "login", path: "/login", body: { user: "eve", password: "canary 5" } }, "body"],
  ];

  it.each(kinds)("keep the secret of %j, and never return it", async (auth, secret) => {
    const profile = await create({ identities: [{ name: "x", role: "buyer", rank: 2, auth }] });
    expect(profile["identities"]).toEqual([
      { name: "x", role: "buyer", rank: 2, auth: { ...auth, [secret]: null } },
    ]);
    for (const path of [pathOf(profile), base()])
      expect((await send("GET", path)).text).not.toContain("canary");
    expect(await openStored(profile)).toEqual([{ name: "x", role: "buyer", rank: 2, auth }]);
    // As an editor does: what was read is sent back.
    const back = await change(profile, { identities: profile["identities"], isEnabled: false });
    expect(back.status, back.text).toBe(200);
    expect(await openStored(profile)).toMatchObject([{ auth }]);
  });

  it("are refused without a secret, with one of another name, and twice", async () => {
    const without = { ...alice, auth: { type: "bearer" } };
    const answer = await send("POST", base(), fields({ identities: [without] }));
    expect(answer.status).toBe(400);
    expect(errorsOf(answer.body)).toMatchObject([{ field: "identities[0].auth.token" }]);
    const profile = await create({ identities: [alice] });
    for (const identities of [
      [{ ...without, name: "bob" }],
      [{ ...alice, auth: { type: "basic", username: "a" } }],
    ])
      expect((await change(profile, { identities })).status).toBe(400);
    const twice = await change(profile, { identities: [alice, alice] });
    expect(errorsOf(twice.body)).toMatchObject([{ field: "identities[1].name" }]);
  });

  it("keep no secret that would be sent to another address", async () => {
    const elsewhere = await makeEnvironment(projectId, "https://evil.example.com");
    const profile = await create({ identities: [alice] });
    const moved = await change(profile, { environmentId: elsewhere });
    expect(moved.status).toBe(400);
    expect(errorsOf(moved.body)).toMatchObject([{ field: "identities[0].auth.token" }]);
    const again = await change(profile, { environmentId: elsewhere, identities: [alice] });
    expect(again.status, again.text).toBe(200);
    const login = { type: "login", path: "/login", body: { password: "p" } };
    const other = await create({ identities: [{ name: "l", auth: login }] });
    const redirected = {
      name: "l",
      auth: { type: "login", path: "https://evil.example.com/login" },
    };
    expect((await change(other, { identities: [redirected] })).status).toBe(400);
  });
});

describe("a profile is refused", () => {
  it.each([
    ["scannerIds[0]", { scannerIds: ["no-such-scanner"] }],
    ["cronSchedule", { cronSchedule: "every day" }],
    ["cronSchedule", { cronSchedule: "0 0 30 2 *" }],
    ["cronSchedule", { cronSchedule: "* * * * * *" }],
    ["cronSchedule", { cronSchedule: "61 * * * *" }],
    ["cronTimeZone", { cronSchedule: "0 3 * * *", cronTimeZone: "Mars/Olympus" }],
    ["specVersionId", { documentUrl: null }],
    ["specVersionId", { specVersionId: crypto.randomUUID() }],
    ["specVersionId", { specVersionId: crypto.randomUUID(), documentUrl: null }],
    ["suiteId", { suiteId: crypto.randomUUID() }],
    ["environmentId", { environmentId: crypto.randomUUID() }],
    [
      "accessRules[0].identity",
      { accessRules: [{ identity: "x", operation: "GET /", isAllowed: true }] },
    ],
    [
      "flows[0].limit",
      {
        timeBudgetSeconds: 60,
        requestsPerSecond: 1,
        flows: [{ name: "f", steps: ["POST /a"], limit: 100 }],
      },
    ],
    ["timeBudgetSeconds", { timeBudgetSeconds: 59 }],
    ["timeBudgetSeconds", { timeBudgetSeconds: 3601 }],
    ["documentUrl", { documentUrl: "file:///etc/passwd" }],
    ["surprise", { surprise: 1 }],
  ])("for its %s: %j", async (field, given) => {
    const answer = await send("POST", base(), fields(given));
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body["code"]).toBe("VALIDATION_FAILED");
    expect(errorsOf(answer.body).map((error) => error.field)).toContain(field);
  });

  it("for what another project has", async () => {
    const foreign = await makeProject(testApp, organization);
    const environment = await makeEnvironment(foreign);
    const suite = await send("POST", `/api/projects/${foreign}/suites`, { name: "S" });
    const spec = await send("POST", `/api/projects/${foreign}/specs`, { name: "S" });
    const versions = await send(
      "GET",
      `/api/projects/${foreign}/specs/${String(spec.body["id"])}/versions`,
    );
    const [version] = versions.body["items"] as unknown as ResponseBody[];
    for (const [field, given] of [
      ["environmentId", { environmentId: environment }],
      ["suiteId", { suiteId: suite.body["id"] }],
      ["specVersionId", { specVersionId: version?.["id"], documentUrl: null }],
    ] as const) {
      expect(given, field).not.toMatchObject({ [field]: undefined });
      const answer = await send("POST", base(), fields(given));
      expect(answer.status, answer.text).toBe(400);
      expect(errorsOf(answer.body).map((error) => error.field)).toEqual([field]);
    }
    const profile = await create();
    const path = `${base(foreign)}/${String(profile["id"])}`;
    for (const method of ["GET", "DELETE"] as const)
      expect((await send(method, path)).status).toBe(404);
  });
});

describe("who may use profiles", () => {
  it("readers read and do not write", async () => {
    const profile = await create();
    expect((await send("GET", pathOf(profile), undefined, viewer.key)).status).toBe(200);
    const refused = await send("POST", base(), fields(), viewer.key);
    expect(refused.body).toMatchObject({ code: "ROLE_INSUFFICIENT" });
    expect((await change(profile, { isEnabled: false }, viewer.key)).status).toBe(403);
  });

  it("a key needs the scope, and an organization the plan", async () => {
    const scoped = await makeKey(testApp, organization, member.userId, [
      { permission: "tests:read", projectId: null },
    ]);
    const denied = await send("GET", base(), undefined, scoped);
    expect(denied.body).toMatchObject({
      code: "API_KEY_SCOPE_DENIED",
      requiredScope: "security:read",
    });
    const free = await makeOrganization(testApp, { plan: "free" });
    const project = await makeProject(testApp, free);
    const answer = await send("GET", base(project), undefined, free.owner.key);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: "PLAN_REQUIRED", requiredPlan: "pro" });
  });
});
