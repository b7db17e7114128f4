import { beforeAll, describe, expect, it } from "vitest";
import {
  makeKey,
  makeMember,
  makeOrganization,
  makeProject,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request, type ResponseBody, type TestRequest } from "../../testing/request.ts";
import { useTestApp, type TestApp } from "../../testing/test-app.ts";
import { openEnvironment } from "./environment.service.ts";

let testApp: TestApp;
let organization: MadeOrganization;
let admin: MadeMember;
let member: MadeMember;
let viewer: MadeMember;
let projectId: string;

beforeAll(async () => {
  testApp = await useTestApp();
  organization = await makeOrganization(testApp);
  admin = await makeMember(testApp, organization, "admin");
  member = await makeMember(testApp, organization, "member");
  viewer = await makeMember(testApp, organization, "viewer");
  projectId = await makeProject(testApp, organization);
});

type Method = TestRequest["method"];

const base = (project = projectId) => `/api/projects/${project}/environments`;
const send = (method: Method, path: string, body?: unknown, key = member.key) =>
  request(testApp, { method, path, key, ...(body === undefined ? {} : { body }) });
const list = (project = projectId, key = member.key) =>
  send("GET", `/api/cli/environments?projectId=${project}`, undefined, key);

let made = 0;
async function create(fields: object = {}, key = admin.key): Promise<ResponseBody> {
  made += 1;
  const body = { name: `Environment ${made}`, baseUrl: "https://api.example.com/v1", ...fields };
  const answer = await send("POST", base(), body, key);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const pathOf = (environment: ResponseBody) => `${base()}/${String(environment["id"])}`;
const change = (environment: ResponseBody, fields: object, key = member.key) =>
  send("PATCH", pathOf(environment), { rowVersion: environment["rowVersion"], ...fields }, key);
const fieldsOf = (body: ResponseBody) =>
  (body["errors"] as unknown as { field: string }[]).map((error) => error.field);

describe("an environment's life", () => {
  it("is created with defaults, read, listed, changed and deleted", async () => {
    const answer = await send("POST", base(), { name: "Life", baseUrl: "http://localhost:3000" });
    expect(answer.status).toBe(201);
    expect(answer.headers["location"]).toBe(pathOf(answer.body));
    expect(answer.body).toMatchObject({
      name: "Life",
      type: "custom",
      baseUrl: "http://localhost:3000",
      isReadOnly: false,
      variables: [],
      variableCount: 0,
      secretOrigins: [],
      oauthTokenUrl: null,
      rowVersion: "AAAAAAAAAAE=",
    });
    expect((await send("GET", pathOf(answer.body), undefined, viewer.key)).body).toEqual(
      answer.body,
    );
    const changed = await change(answer.body, { name: "Lived", type: "staging" });
    expect(changed.body).toMatchObject({
      name: "Lived",
      type: "staging",
      baseUrl: "http://localhost:3000",
      rowVersion: "AAAAAAAAAAI=",
    });
    const items = (await list(projectId, viewer.key)).body as unknown as ResponseBody[];
    expect(items.find((item) => item["id"] === answer.body["id"])).toMatchObject({ name: "Lived" });
    expect((await send("DELETE", pathOf(answer.body))).status).toBe(204);
    expect((await send("GET", pathOf(answer.body))).status).toBe(404);
    expect((await send("DELETE", pathOf(answer.body))).status).toBe(404);
  });

  it("lists in the given order, as a plain array without variables", async () => {
    const project = await makeProject(testApp, organization);
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) {
      const body = { name, baseUrl: "https://x.example", variables: [{ name: "v", value: 1 }] };
      ids.push(String((await send("POST", base(project), body)).body["id"]));
    }
    const names = async () =>
      ((await list(project)).body as unknown as ResponseBody[]).map((item) => item["name"]);
    expect(await names()).toEqual(["a", "b", "c"]);
    const [a = "", b = "", c = ""] = ids;
    expect((await send("PUT", `${base(project)}/order`, { ids: [c, a, b] })).status).toBe(204);
    expect(await names()).toEqual(["c", "a", "b"]);
    const [first] = (await list(project)).body as unknown as ResponseBody[];
    expect(first).not.toHaveProperty("variables");
    expect(first).toMatchObject({ variableCount: 1 });
  });

  it("refuses an order that is not exactly the existing environments", async () => {
    const project = await makeProject(testApp, organization);
    const body = { name: "only", baseUrl: "https://x.example" };
    const id = String((await send("POST", base(project), body)).body["id"]);
    const elsewhere = String((await create())["id"]);
    const answer = await send("PUT", `${base(project)}/order`, { ids: [elsewhere] });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: "TREE_ITEMS_MISMATCH",
      missing: [id],
      unexpected: [elsewhere],
    });
    const twice = await send("PUT", `${base(project)}/order`, { ids: [id, id] });
    expect(twice.status).toBe(400);
    expect(twice.body).toMatchObject({
      code: "TREE_ITEMS_MISMATCH",
      missing: [],
      unexpected: [id],
    });
  });

  it("refuses the name of another environment of the project, but not of another project", async () => {
    const first = await create({ name: "Taken" });
    const second = await create();
    const again = await send("POST", base(), { name: "Taken", baseUrl: "https://x.example" });
    expect([again.status, again.body["code"]]).toEqual([409, "NAME_TAKEN"]);
    const renamed = await change(second, { name: "Taken" });
    expect([renamed.status, renamed.body["code"]]).toEqual([409, "NAME_TAKEN"]);
    expect((await change(first, { name: "Taken" })).status).toBe(200);
    const project = await makeProject(testApp, organization);
    const other = await send("POST", base(project), {
      name: "Taken",
      baseUrl: "https://x.example",
    });
    expect(other.status).toBe(201);
  });
});

describe("a rowVersion", () => {
  it("that is stale changes nothing and the answer has the present one", async () => {
    const environment = await create();
    const changed = await change(environment, { type: "staging" });
    const stale = await change(environment, { type: "production" });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: changed.body["rowVersion"],
    });
    expect((await send("GET", pathOf(environment))).body).toEqual(changed.body);
  });

  it("lets exactly one of many simultaneous changes win", async () => {
    const environment = await create();
    const answers = await Promise.all(
      ["a", "b", "c", "d", "e"].map((tag) => change(environment, { name: `Race ${tag} ${made}` })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it("is required and has its form", async () => {
    const environment = await create();
    const missing = await send("PATCH", pathOf(environment), { type: "staging" });
    expect([missing.status, fieldsOf(missing.body)]).toEqual([400, ["rowVersion"]]);
    const odd = await send("PATCH", pathOf(environment), { rowVersion: "7" });
    expect([odd.status, new Set(fieldsOf(odd.body))]).toEqual([400, new Set(["rowVersion"])]);
  });
});

describe("a secret", () => {
  const secret = 's3cr3t-Zürich-"quoted"';
  const variables = [
    { name: "token", value: secret, isSecret: true },
    { name: "shown", value: { z: 1, a: [true, null] } },
  ];
  const openById = async (id: unknown) => {
    const cell = testApp.cells.eu;
    const place = { organizationId: organization.id, projectId };
    return openEnvironment(cell.platform, await cell.platform.database(), place, String(id));
  };

  it("does not appear in an answer, the audit log, the log or the database", async () => {
    const environment = await create({ variables });
    const answers = [
      await send("GET", pathOf(environment)),
      await list(),
      await change(environment, { variables }),
      await change(environment, { variables, nonsense: secret }),
    ];
    expect(environment["variables"]).toEqual([
      { name: "token", isSecret: true, value: null },
      { name: "shown", isSecret: false, value: { z: 1, a: [true, null] } },
    ]);
    const db = await testApp.cells.eu.platform.database();
    const audit = await db.selectFrom("auditEntry").selectAll().execute();
    const rows = await db.selectFrom("environment").selectAll().execute();
    expect(audit.some((entry) => entry.event === "environment.updated")).toBe(true);
    for (const text of [
      ...answers.map((answer) => answer.text),
      JSON.stringify([audit, rows]),
      testApp.logged.join("\n"),
    ]) {
      expect(text).not.toContain("s3cr3t");
      expect(text).not.toContain(Buffer.from(secret).toString("base64").slice(0, 12));
    }
  });

  it("opens for a run, with its type, after changes that did not send its value", async () => {
    const sealed = [{ name: "pin", value: 1234, isSecret: true }];
    const environment = await create({ variables: sealed });
    const kept = await change(environment, {
      variables: [
        { name: "pin", isSecret: true },
        { name: "new", value: "" },
      ],
    });
    expect(kept.status).toBe(200);
    // An environment can be sent back as it was read: a secret reads as null.
    const again = await change(kept.body, { variables: kept.body["variables"] });
    expect(again.status).toBe(200);
    expect((await openById(environment["id"]))?.variables).toEqual([
      { name: "pin", isSecret: true, value: 1234 },
      { name: "new", isSecret: false, value: "" },
    ]);
  });

  it("cannot be kept under another name, made readable, or left out where none is stored", async () => {
    const environment = await create({ variables });
    for (const variable of [
      { name: "token2", isSecret: true },
      { name: "token", isSecret: false },
      { name: "token" },
    ]) {
      const answer = await change(environment, { variables: [variable] });
      expect([answer.status, fieldsOf(answer.body)]).toEqual([400, ["variables[0].value"]]);
    }
  });

  it("does not open in another environment into which its sealed text is copied", async () => {
    const environment = await create({ variables });
    const other = await create();
    const db = await testApp.cells.eu.platform.database();
    const row = await db
      .selectFrom("environment")
      .select("variables")
      .where("id", "=", String(environment["id"]))
      .executeTakeFirstOrThrow();
    await db
      .updateTable("environment")
      .set({ variables: JSON.stringify(row.variables) })
      .where("id", "=", String(other["id"]))
      .execute();
    await expect(openById(other["id"])).rejects.toThrow();
    expect((await openById(environment["id"]))?.variables[0]?.value).toBe(secret);
    expect((await openById("00000000-0000-7000-8000-000000000000")) === null).toBe(true);
  });

  it("has a unique name: a repeated variable is refused", async () => {
    const twice = [
      { name: "v", value: 1 },
      { name: "v", value: 2 },
    ];
    const answer = await send("POST", base(), {
      name: "Twice",
      baseUrl: "https://x.example",
      variables: twice,
    });
    expect([answer.status, fieldsOf(answer.body)]).toEqual([400, ["variables[1].name"]]);
  });
});

describe("what decides where secrets may go", () => {
  const variables = [{ name: "token", value: "abc", isSecret: true }];
  const protectedFields: [string, object, object][] = [
    ["the base URL's origin", { variables }, { baseUrl: "https://evil.example/v1" }],
    ["the base URL's port", { variables }, { baseUrl: "https://api.example.com:8443/v1" }],
    ["the base URL's scheme", { variables }, { baseUrl: "http://api.example.com/v1" }],
    ["secretOrigins", {}, { secretOrigins: ["https://evil.example"] }],
    ["oauthTokenUrl", {}, { oauthTokenUrl: "https://evil.example/token" }],
    ["a shorter secretOrigins", { secretOrigins: ["https://a.example"] }, { secretOrigins: [] }],
    ["no oauthTokenUrl", { oauthTokenUrl: "https://a.example/t" }, { oauthTokenUrl: null }],
    ["lifting isReadOnly", { isReadOnly: true }, { isReadOnly: false }],
  ];

  it.each(protectedFields)("needs projects:manage: %s", async (_, before, after) => {
    const environment = await create(before);
    const refused = await change(environment, after, member.key);
    expect([refused.status, refused.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
    expect(refused.body["detail"]).toContain("projects:manage");
    const stored = await send("GET", pathOf(environment));
    expect(stored.body["rowVersion"]).toEqual(environment["rowVersion"]);
    expect((await change(environment, after, admin.key)).status).toBe(200);
  });

  it("needs it for a scoped key as well", async () => {
    const environment = await create({ variables });
    const grants = [{ permission: "projects:write" as const, projectId: null }];
    const scoped = await makeKey(testApp, organization, admin.userId, grants);
    const fields = { baseUrl: "https://evil.example" };
    expect((await change(environment, fields, scoped)).status).toBe(403);
    const both = [...grants, { permission: "projects:manage" as const, projectId }];
    const manager = await makeKey(testApp, organization, admin.userId, both);
    expect((await change(environment, fields, manager)).status).toBe(200);
  });

  it("leaves the rest to a member: other paths, other origins without secrets, read-only", async () => {
    const withSecret = await create({ variables });
    const path = await change(withSecret, { baseUrl: "https://API.example.com:443/v2" });
    expect(path.status).toBe(200);
    const without = await create({ secretOrigins: ["https://a.example"] });
    const moved = await change(without, { baseUrl: "https://b.example", isReadOnly: true });
    expect(moved.status).toBe(200);
    // A field that is sent unchanged is not a change. Origins compare as origins.
    const same = await change(moved.body, { secretOrigins: ["https://A.example:443"] });
    expect([same.status, same.body["secretOrigins"]]).toEqual([200, ["https://a.example"]]);
  });

  it("cannot be chosen by a member at creation either", async () => {
    for (const fields of [
      { secretOrigins: ["https://evil.example"] },
      { oauthTokenUrl: "https://evil.example/token" },
    ]) {
      const body = { name: "Chosen", baseUrl: "https://x.example", ...fields };
      const answer = await send("POST", base(), body, member.key);
      expect([answer.status, answer.body["code"]]).toEqual([403, "ROLE_INSUFFICIENT"]);
    }
  });
});

describe("a body", () => {
  const valid = { name: "Body", baseUrl: "https://x.example" };

  it.each([
    ["an unknown field", { baseURL: "x" }, "baseURL"],
    [
      "an unknown field inside",
      { variables: [{ name: "a", value: 1, secret: true }] },
      "variables[0].secret",
    ],
    ["a text for a boolean", { isReadOnly: "true" }, "isReadOnly"],
    ["a number for a boolean", { isReadOnly: 1 }, "isReadOnly"],
    ["a number for a text", { name: 5 }, "name"],
    ["null for a text", { name: null }, "name"],
    ["a blank name", { name: "  " }, "name"],
    ["a value that is none of the list", { type: "prod" }, "type"],
    ["another scheme", { baseUrl: "ftp://x.example" }, "baseUrl"],
    ["no host", { baseUrl: "https://:80/" }, "baseUrl"],
    ["a user in the address", { baseUrl: "https://u:p@x.example" }, "baseUrl"],
    ["a template in the address", { baseUrl: "https://x.example/{{v}}" }, "baseUrl"],
    ["a query in the base address", { baseUrl: "https://x.example/?a=1" }, "baseUrl"],
    ["a path in an origin", { secretOrigins: ["https://x.example/p"] }, "secretOrigins[0]"],
    ["a user in an origin", { secretOrigins: ["https://u@x.example"] }, "secretOrigins[0]"],
    ["a token address of another scheme", { oauthTokenUrl: "file:///x" }, "oauthTokenUrl"],
  ])("with %s is refused, naming the field", async (_, fields, field) => {
    const answer = await send("POST", base(), { ...valid, ...fields }, admin.key);
    expect([answer.status, answer.body["code"]]).toEqual([400, "VALIDATION_FAILED"]);
    expect(fieldsOf(answer.body)).toContain(field);
  });

  it("keeps a value's key order, and texts that look empty or like SQL", async () => {
    const value = { zebra: 1, apple: { y: "\u0000", x: "'; drop table environment; --" } };
    const environment = await create({ variables: [{ name: "v", value }] });
    const answer = await send("GET", pathOf(environment));
    expect(answer.text).toContain(JSON.stringify(value));
  });
});

describe("an id", () => {
  it("that is not an id is 404 in the path and 400 in the query", async () => {
    expect((await send("GET", `${base()}/none`)).status).toBe(404);
    expect((await send("GET", `${base("none")}/none`)).status).toBe(404);
    expect(
      (await send("POST", base("none"), { name: "x", baseUrl: "https://x.example" })).status,
    ).toBe(404);
    const query = await send("GET", "/api/cli/environments?projectId=none");
    expect([query.status, fieldsOf(query.body)]).toEqual([400, ["projectId"]]);
    const missing = await send("GET", "/api/cli/environments");
    expect([missing.status, fieldsOf(missing.body)]).toEqual([400, ["projectId"]]);
  });

  it("of another organization's project or environment is 404", async () => {
    const environment = await create();
    const stranger = await makeOrganization(testApp);
    const project = await makeProject(testApp, stranger);
    expect((await list(projectId, stranger.owner.key)).status).toBe(404);
    for (const path of [pathOf(environment), `${base(project)}/${String(environment["id"])}`]) {
      const calls = [
        await send("GET", path, undefined, stranger.owner.key),
        await send("DELETE", path, undefined, stranger.owner.key),
        await send("PATCH", path, { rowVersion: environment["rowVersion"] }, stranger.owner.key),
      ];
      expect(calls.map((call) => call.status)).toEqual([404, 404, 404]);
    }
    expect((await send("GET", pathOf(environment))).body).toEqual(environment);
  });

  it("of a project that the key's permission does not reach is 404", async () => {
    const environment = await create();
    const elsewhere = await makeProject(testApp, organization);
    const grants = [{ permission: "tests:read" as const, projectId: elsewhere }];
    const limited = await makeKey(testApp, organization, member.userId, grants);
    expect((await list(projectId, limited)).status).toBe(404);
    expect((await list(elsewhere, limited)).status).toBe(200);
    expect((await send("GET", pathOf(environment), undefined, limited)).status).toBe(404);
    const denied = await send("DELETE", pathOf(environment), undefined, limited);
    expect([denied.status, denied.body["code"]]).toEqual([403, "API_KEY_SCOPE_DENIED"]);
  });

  it("of a project that is hidden from the member is 404", async () => {
    const hidden = await makeProject(testApp, organization);
    const answer = await send(
      "PUT",
      `/api/projects/${hidden}/members/${member.userId}`,
      { role: "none" },
      admin.key,
    );
    expect(answer.status).toBe(200);
    expect((await list(hidden, member.key)).status).toBe(404);
    expect((await list(hidden, viewer.key)).status).toBe(200);
  });
});

describe("a viewer", () => {
  it("reads and changes nothing", async () => {
    const environment = await create();
    const calls = [
      await send("POST", base(), { name: "V", baseUrl: "https://x.example" }, viewer.key),
      await change(environment, { type: "staging" }, viewer.key),
      await send("DELETE", pathOf(environment), undefined, viewer.key),
      await send("PUT", `${base()}/order`, { ids: [environment["id"]] }, viewer.key),
    ];
    expect(calls.map((call) => call.status)).toEqual([403, 403, 403, 403]);
    expect((await send("GET", pathOf(environment), undefined, viewer.key)).status).toBe(200);
  });
});
