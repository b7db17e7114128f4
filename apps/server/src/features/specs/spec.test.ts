import { beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, makeProject } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { startTargetApi } from "../../testing/target-api.ts";
import { importText, openSpecScene, type SpecScene } from "./spec.testing.ts";

let scene: SpecScene;
let viewer: string;
let member: string;

beforeAll(async () => {
  scene = await openSpecScene();
  viewer = (await makeMember(scene.testApp, scene.organization, "viewer")).key;
  member = (await makeMember(scene.testApp, scene.organization, "member")).key;
});

const make = async (name: string, fields: object = {}) =>
  (await scene.send("POST", "", { name, ...fields })).body;

const small = (title: string, paths: object = {}) =>
  JSON.stringify({ openapi: "3.1.0", info: { title, version: "1.0.0" }, paths });

describe("a specification", () => {
  it("is made with a draft of its first version, in OpenAPI 3.1 by default", async () => {
    const made = await scene.send("POST", "", { name: "Made", description: "What it is for" });
    expect(made.status).toBe(201);
    expect(made.headers["location"]).toContain(String(made.body["id"]));
    expect(made.body).toMatchObject({ version: "1.0.0", openapiVersion: "3.1", versionCount: 1 });
    const path = `/${String(made.body["id"])}/versions/${String(made.body["newestVersionId"])}`;
    expect((await scene.send("GET", path)).body).toMatchObject({
      status: "draft",
      title: "Made",
      description: "What it is for",
      endpointCount: 0,
    });
    expect(JSON.parse((await scene.send("GET", `${path}/document`)).text)).toEqual({
      openapi: "3.1.2",
      info: { title: "Made", version: "1.0.0", description: "What it is for" },
      paths: {},
    });
  });

  it("is listed by name with its newest version, to callers that may read it", async () => {
    const own = await openSpecScene({ testApp: scene.testApp });
    for (const name of ["b", "A", "c"]) await own.send("POST", "", { name });
    const listed = (await own.send("GET", "?take=2")).body;
    expect(listed).toMatchObject({ totalCount: 3, skip: 0, take: 2 });
    expect((listed["items"] as unknown as { name: string }[]).map(({ name }) => name)).toEqual([
      "A",
      "b",
    ]);
    expect((await own.send("GET", "?name=c")).body).toMatchObject({ totalCount: 1 });
    expect((await scene.send("GET", "", undefined, viewer)).status).toBe(200);
  });

  it("is changed by callers that may write, with the version that was read", async () => {
    const made = await make("Changed");
    const path = `/${String(made["id"])}`;
    const fields = { name: "Renamed", basePath: "/api/v1", rowVersion: made["rowVersion"] };
    expect((await scene.send("PATCH", path, fields, viewer)).status).toBe(403);
    const changed = await scene.send("PATCH", path, fields, member);
    expect(changed.body).toMatchObject({ name: "Renamed", basePath: "/api/v1" });
    const stale = await scene.send("PATCH", path, fields, member);
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: changed.body["rowVersion"],
    });
    const document = `${path}/versions/${String(made["newestVersionId"])}/document`;
    expect(JSON.parse((await scene.send("GET", document)).text)).toMatchObject({
      servers: [{ url: "/api/v1" }],
    });
  });

  it("has a unique name in the project", async () => {
    const made = await make("Taken");
    const refused = await scene.send("POST", "", { name: "Taken" });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: "NAME_TAKEN" });
    const other = await make("Other");
    const renamed = { name: "Taken", rowVersion: other["rowVersion"] };
    expect((await scene.send("PATCH", `/${String(other["id"])}`, renamed)).status).toBe(409);
    expect((await scene.send("GET", `/${String(made["id"])}`)).status).toBe(200);
  });

  it("is deleted with its content, only by an admin", async () => {
    const made = await importText(scene, small("Going", { "/a": { get: { responses: {} } } }));
    expect((await scene.send("DELETE", `/${made.specId}`, undefined, member)).status).toBe(403);
    expect((await scene.send("DELETE", `/${made.specId}`)).status).toBe(204);
    expect((await scene.send("GET", `/${made.specId}/versions`)).status).toBe(404);
    const db = await scene.testApp.cells.eu.platform.database();
    const left = await db
      .selectFrom("endpoint")
      .select("id")
      .where("versionId", "=", made.versionId)
      .execute();
    expect(left).toEqual([]);
  });

  it("is not found in another project or organization", async () => {
    const made = await make("Hidden");
    const sibling = await makeProject(scene.testApp, scene.organization);
    const foreign = await makeOrganization(scene.testApp);
    const foreignProject = await makeProject(scene.testApp, foreign);
    for (const [projectId, key] of [
      [sibling, scene.organization.owner.key],
      [foreignProject, foreign.owner.key],
    ] as const) {
      const path = `/api/projects/${projectId}/specs/${String(made["id"])}`;
      expect((await request(scene.testApp, { method: "GET", path, key })).status).toBe(404);
    }
  });
});

describe("a version", () => {
  it("is a copy that changes independently", async () => {
    const paths = { "/a": { get: { responses: { "200": { description: "A" } } } } };
    const made = await importText(scene, small("Copied", paths));
    const copied = await scene.send("POST", `/${made.specId}/versions`, { version: "1.1.0" });
    expect(copied.status).toBe(201);
    expect(copied.body).toMatchObject({ version: "1.1.0", status: "draft", endpointCount: 1 });
    const path = `/${made.specId}/versions/${String(copied.body["id"])}`;
    await scene.send("PATCH", path, { title: "New", rowVersion: copied.body["rowVersion"] });
    const document = async (version: string) =>
      JSON.parse((await scene.send("GET", `/${made.specId}/versions/${version}/document`)).text);
    expect(await document(String(copied.body["id"]))).toMatchObject({
      info: { title: "New", version: "1.1.0" },
      paths,
    });
    expect(await document(made.versionId)).toMatchObject({ info: { title: "Copied" }, paths });
    const listed = (await scene.send("GET", `/${made.specId}/versions`)).body["items"];
    expect((listed as unknown as { version: string }[]).map(({ version }) => version)).toEqual([
      "1.1.0",
      "1.0.0",
    ]);
  });

  it("has a unique name, which is a semantic version", async () => {
    const made = await make("Numbered");
    const versions = `/${String(made["id"])}/versions`;
    const taken = await scene.send("POST", versions, { version: "1.0.0" });
    expect(taken.status).toBe(409);
    expect(taken.body).toMatchObject({ code: "VERSION_EXISTS" });
    expect((await scene.send("POST", versions, { version: "v2" })).status).toBe(400);
  });

  it("is locked once a caller that may publish has published it", async () => {
    const made = await make("Published");
    const path = `/${String(made["id"])}/versions/${String(made["newestVersionId"])}`;
    expect((await scene.send("POST", `${path}/publish`, {}, member)).status).toBe(403);
    const published = await scene.send("POST", `${path}/publish`, {});
    expect(published.body).toMatchObject({ status: "published" });
    expect(published.body["publishedAt"]).not.toBeNull();
    expect((await scene.send("POST", `${path}/publish`, {})).body).toEqual(published.body);
    const fields = { title: "Other", rowVersion: published.body["rowVersion"] };
    const refused = await scene.send("PATCH", path, fields);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: "VERSION_LOCKED" });
    const { lint: _, ...version } = published.body;
    expect((await scene.send("GET", path)).body).toEqual(version);
  });

  it("can be deleted, unless it is the only one", async () => {
    const made = await make("Shrinking");
    const versions = `/${String(made["id"])}/versions`;
    const first = `${versions}/${String(made["newestVersionId"])}`;
    const refused = await scene.send("DELETE", first);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: "IN_USE" });
    await scene.send("POST", versions, { version: "2.0.0" });
    expect((await scene.send("DELETE", first, undefined, member)).status).toBe(403);
    expect((await scene.send("DELETE", first)).status).toBe(204);
    expect((await scene.send("GET", first)).status).toBe(404);
  });
});

describe("a document that is imported", () => {
  it.each([
    ["openapi: [", /line 1, column \d+/],
    ['{"openapi": "3.1.0",}', /line 1, column \d+/],
    ["just words", /object/i],
    ['{"swagger":"1.2"}', /2\.0/],
    ['{"openapi":"4.0.0"}', /4\.0/],
  ])("is refused if it cannot be read: %s", async (text, words) => {
    const before = (await scene.send("GET", "")).body["totalCount"];
    const refused = await scene.send("POST", "/import", { text });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      code: "SPEC_INVALID",
      detail: expect.stringMatching(words),
    });
    expect((await scene.send("GET", "")).body["totalCount"]).toEqual(before);
  });

  it("is imported completely if it is invalid, with the places of the errors", async () => {
    const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Odd" }, paths: { "/a": 5 } });
    const made = await importText(scene, text);
    expect(made.body).toMatchObject({ isValid: false });
    expect(made.body["warnings"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ pointer: "/paths/~1a" })]),
    );
    const document = await scene.send("GET", `/${made.specId}/versions/${made.versionId}/document`);
    expect(JSON.parse(document.text)).toEqual(JSON.parse(text));
  });

  it("is read from an address by the server, or the address is refused", async () => {
    await using api = await startTargetApi();
    const missing = await scene.send("POST", "/import", { url: `${api.url}/nothing-here` });
    expect(missing.body).toMatchObject({ code: "SPEC_INVALID" });
    const refused = await scene.send("POST", "/import", { url: "http://169.254.169.254/latest" });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code: "SPEC_INVALID" });
  });

  it("is upgraded if it is Swagger 2.0, and what that loses is reported", async () => {
    const swagger = {
      swagger: "2.0",
      info: { title: "Old", version: "1.0.0" },
      host: "api.example.com",
      basePath: "/v1",
      schemes: ["https"],
      paths: { "/a": { get: { produces: ["application/json"], responses: {} } } },
    };
    const made = await importText(scene, JSON.stringify(swagger));
    expect(made.body["version"]).toMatchObject({ openapiVersion: "3.0", endpointCount: 1 });
    expect(made.body["warnings"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: "UPGRADED_FROM_SWAGGER" })]),
    );
    const path = `/${made.specId}/versions/${made.versionId}/document`;
    expect(JSON.parse((await scene.send("GET", path)).text)).toMatchObject({
      openapi: "3.0.4",
      servers: [{ url: "https://api.example.com/v1" }],
    });
    expect((await scene.send("GET", `${path}?format=original`)).text).toBe(JSON.stringify(swagger));
    const again = await scene.send("POST", "/import", {
      specId: made.specId,
      text: JSON.stringify(swagger),
    });
    expect(again.body).toMatchObject({ changeCount: 0 });
  });

  it("comes from one source", async () => {
    const both = await scene.send("POST", "/import", { text: "{}", url: "https://example.com/" });
    expect(both.body).toMatchObject({ code: "MUTUALLY_EXCLUSIVE", fields: ["text", "url"] });
    expect((await scene.send("POST", "/import", {})).status).toBe(400);
  });

  it("returns its external references", async () => {
    const paths = { "/a": { $ref: "https://example.com/a.yaml#/a" } };
    const made = await importText(scene, small("Outward", paths));
    expect(made.body["externalReferences"]).toEqual([
      { uri: "https://example.com/a.yaml", count: 1, isFetched: false, problem: null },
    ]);
  });

  it("has at most 20 endpoints on the free plan", async () => {
    const free = await openSpecScene({ testApp: scene.testApp, plan: "free" });
    const paths = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`/p${at}`, { get: { responses: {} } }]),
      );
    expect((await free.send("POST", "/import", { text: small("Fits", paths(20)) })).status).toBe(
      200,
    );
    const refused = await free.send("POST", "/import", { text: small("Full", paths(21)) });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: "PLAN_LIMIT_REACHED" });
    expect((await free.send("GET", "")).body).toMatchObject({ totalCount: 1 });
  });

  it("may be as large as 20 MiB, and no larger", async () => {
    const text = small("Large", { "/a": { get: { description: "x".repeat(21 * 1024 * 1024) } } });
    const refused = await scene.send("POST", "/import", { text });
    expect(refused.status).toBe(413);
    expect(refused.body).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });

  it("needs a key that writes specifications", async () => {
    expect((await scene.send("POST", "/import", { text: small("No") }, viewer)).status).toBe(403);
  });
});

describe("an export", () => {
  const document = {
    openapi: "3.2.0",
    info: { title: "Searching", version: "1.0.0" },
    paths: { "/books": { query: { responses: { "200": { description: "Found" } } } } },
  };

  it("preserves what an older version cannot represent, and restores it", async () => {
    const made = await importText(scene, JSON.stringify(document));
    const path = `/${made.specId}/versions/${made.versionId}/document`;
    const losses = await scene.send("GET", `${path}/losses?openapiVersion=3.0`);
    expect(losses.body["warningCount"]).not.toBe(0);
    expect(losses.body["warnings"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ pointer: "/paths/~1books/query" })]),
    );
    const old = await scene.send("GET", `${path}?openapiVersion=3.0`);
    expect(JSON.parse(old.text)).toMatchObject({ openapi: expect.stringMatching(/^3\.0\./) });
    const back = await importText(scene, old.text, { name: "Back" });
    const again = await scene.send(
      "GET",
      `/${back.specId}/versions/${back.versionId}/document?openapiVersion=3.2`,
    );
    expect(JSON.stringify(JSON.parse(again.text))).toBe(JSON.stringify(document));
  });

  it("is YAML on request", async () => {
    const made = await importText(scene, JSON.stringify(document), { name: "As YAML" });
    const path = `/${made.specId}/versions/${made.versionId}/document?format=yaml`;
    const answer = await scene.send("GET", path);
    expect(answer.headers["content-type"]).toContain("application/yaml");
    expect(answer.text).toContain("openapi: 3.2.0");
  });

  it("has no original if nothing was imported", async () => {
    const made = await make("By hand");
    const path = `/${String(made["id"])}/versions/${String(made["newestVersionId"])}/document`;
    expect((await scene.send("GET", `${path}?format=original`)).status).toBe(404);
  });
});

describe("a comparison", () => {
  it("returns what changed between two versions, and what is breaking", async () => {
    const paths = { "/a": { get: { operationId: "a", responses: {} } } };
    const made = await importText(scene, small("Compared", paths));
    const text = small("Compared", { "/b": { get: { operationId: "b", responses: {} } } });
    const merged = await scene.send("POST", "/import", {
      specId: made.specId,
      text,
      version: "2.0.0",
    });
    const id = String(merged.body["version"]?.["id"]);
    const path = `/${made.specId}/versions/${id}/comparison?baselineVersionId=${made.versionId}`;
    const compared = await scene.send("GET", path, undefined, viewer);
    expect(compared.body).toMatchObject({ verdict: "breaking", semverBump: "major" });
    expect(compared.body["changelog"]).toContain("/a");
    const same = `/${made.specId}/versions/${id}/comparison?baselineVersionId=${id}`;
    expect((await scene.send("GET", same)).body).toMatchObject({
      verdict: "safe",
      semverBump: "none",
      changes: [],
    });
  });
});
