import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeProject, type MadeMember } from "../../testing/factories.ts";
import { request, type ResponseBody, type TestResponse } from "../../testing/request.ts";
import { importText, openSpecScene, type MadeSpec, type SpecScene } from "../specs/spec.testing.ts";

interface PolicyScene {
  readonly scene: SpecScene;
  readonly admin: MadeMember;
  readonly member: MadeMember;
  readonly viewer: MadeMember;
}

let shared: PolicyScene;

/** A separate organization, because the policies of an organization cover everything in it. */
async function openPolicyScene(): Promise<PolicyScene> {
  const scene = await openSpecScene();
  const [admin, member, viewer] = [
    await makeMember(scene.testApp, scene.organization, "admin"),
    await makeMember(scene.testApp, scene.organization, "member"),
    await makeMember(scene.testApp, scene.organization, "viewer"),
  ];
  return { scene, admin, member, viewer };
}

beforeAll(async () => {
  shared = await openPolicyScene();
});

type Level = "project" | "organization";
type Method = "GET" | "POST" | "PATCH" | "DELETE";

const send = (
  { scene, admin }: PolicyScene,
  method: Method,
  path: string,
  body?: unknown,
  key = admin.key,
) => request(scene.testApp, { method, path, key, ...(body === undefined ? {} : { body }) });

const root = ({ scene }: PolicyScene, level: Level) =>
  level === "organization" ? "/api" : `/api/projects/${scene.projectId}`;
const call = (
  at: PolicyScene,
  level: Level,
  method: Method,
  path: string,
  body?: unknown,
  key?: string,
) => send(at, method, `${root(at, level)}/header-policies${path}`, body, key);
const outcome = (answer: TestResponse) => [answer.status, answer.body["code"]];
const fieldsOf = (answer: TestResponse) =>
  (answer.body["errors"] as unknown as { field: string }[]).map(({ field }) => field);
const pathOf = (policy: ResponseBody) => `/${String(policy["id"])}`;

let named = 0;
const newName = (what: string) => `${what}-${(named += 1)}`;

/** A header component, by its id. */
async function makeHeader(at: PolicyScene, level: Level, fields: object = {}): Promise<string> {
  const answer = await send(at, "POST", `${root(at, level)}/header-components`, {
    action: "create",
    name: newName("X-Header"),
    schemaType: "string",
    ...(level === "project" ? { level } : {}),
    ...fields,
  });
  expect(answer.status, answer.text).toBe(200);
  return String(answer.body["component"]?.["id"]);
}

async function makePolicy(at: PolicyScene, level: Level, fields: object): Promise<ResponseBody> {
  const body = { name: newName("Policy"), appliesTo: "responses", ...fields };
  const answer = await call(at, level, "POST", "", body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const change = (
  at: PolicyScene,
  level: Level,
  policy: ResponseBody,
  fields: object,
  key?: string,
) => call(at, level, "PATCH", pathOf(policy), { rowVersion: policy["rowVersion"], ...fields }, key);

async function importSpec({ scene }: PolicyScene, paths: object, openapi = "3.1.0") {
  const document = { openapi, info: { title: "T", version: "1" }, paths };
  return importText(scene, JSON.stringify(document), { name: newName("Spec") });
}

const exported = async ({ scene }: PolicyScene, { specId, versionId }: MadeSpec) =>
  (await scene.send("GET", `/${specId}/versions/${versionId}/document`)).body;

const ok = { description: "ok" };
const plain = { "/a": { get: { responses: { "200": ok } } } };

/** The header names of the only response in a specification's document. */
async function headersOf(at: PolicyScene, spec: MadeSpec): Promise<string[]> {
  const { paths } = (await exported(at, spec)) as unknown as {
    paths: { "/a": { get: { responses: { "200": { headers?: object } } } } };
  };
  return Object.keys(paths["/a"].get.responses["200"].headers ?? {});
}

describe.each(["project", "organization"] as const)("a header policy of the %s", (level) => {
  it("is created, read, listed, changed and deleted", async () => {
    const ids = [await makeHeader(shared, level), await makeHeader(shared, level)];
    const name = newName("Policy");
    const fields = { name, appliesTo: "requests", componentIds: ids };
    const answer = await call(shared, level, "POST", "", fields);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers["location"]).toBe(
      `${root(shared, level)}/header-policies${pathOf(answer.body)}`,
    );
    expect(answer.body).toMatchObject({
      level,
      projectId: level === "project" ? shared.scene.projectId : null,
      name,
      appliesTo: "requests",
      description: null,
      specIds: null,
      headers: ids.map((componentId) => ({ componentId, level })),
    });
    expect((await call(shared, level, "GET", pathOf(answer.body))).body).toEqual(answer.body);
    const listed = (await call(shared, level, "GET", "")).body;
    expect(listed["items"]).toContainEqual(answer.body);
    const changed = await change(shared, level, answer.body, {
      description: "why",
      componentIds: ids.toReversed(),
    });
    expect(changed.body).toMatchObject({
      name,
      description: "why",
      appliesTo: "requests",
      headers: ids.toReversed().map((componentId) => ({ componentId })),
      rowVersion: "AAAAAAAAAAI=",
    });
    const detached = await change(shared, level, changed.body, {
      description: null,
      componentIds: [],
    });
    expect(detached.body).toMatchObject({ description: null, headers: [] });
    expect((await call(shared, level, "DELETE", pathOf(answer.body))).status).toBe(204);
    expect(outcome(await call(shared, level, "GET", pathOf(answer.body)))).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });

  it("is refused to callers without the permission", async () => {
    const policy = await makePolicy(shared, level, {});
    const { member, viewer } = shared;
    const writers = level === "project" ? [viewer.key] : [viewer.key, member.key];
    const refused: TestResponse[] = [];
    for (const key of writers) {
      const body = { name: newName("Policy"), appliesTo: "requests" };
      refused.push(await call(shared, level, "POST", "", body, key));
      refused.push(await change(shared, level, policy, { name: "N" }, key));
      if (level === "organization") {
        refused.push(await call(shared, level, "GET", "", undefined, key));
        refused.push(await call(shared, level, "GET", pathOf(policy), undefined, key));
      }
    }
    for (const key of [viewer.key, member.key]) {
      refused.push(await call(shared, level, "DELETE", pathOf(policy), undefined, key));
    }
    for (const answer of refused) expect(outcome(answer)).toEqual([403, "ROLE_INSUFFICIENT"]);
    if (level === "project") {
      const seen = await call(shared, level, "GET", pathOf(policy), undefined, viewer.key);
      expect(seen.body).toEqual(policy);
      const written = await change(shared, level, policy, { description: "d" }, member.key);
      expect(written.status).toBe(200);
    }
  });

  it("has a unique name, ignoring case, also if two are created at once", async () => {
    const name = newName("Policy");
    const bodies = [name, name.toLowerCase()].map((each) => ({
      name: each,
      appliesTo: "requests",
    }));
    const answers = await Promise.all(bodies.map((body) => call(shared, level, "POST", "", body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const other = await makePolicy(shared, level, {});
    const taken = await change(shared, level, other, { name: name.toUpperCase() });
    expect(outcome(taken)).toEqual([409, "NAME_TAKEN"]);
  });

  it("accepts one of many changes with the same rowVersion", async () => {
    const policy = await makePolicy(shared, level, {});
    const ids = [await makeHeader(shared, level), await makeHeader(shared, level)];
    const answers = await Promise.all(
      ids.map((id) => change(shared, level, policy, { componentIds: [id] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body;
    const loser = answers.find(({ status }) => status === 409)?.body;
    expect((await call(shared, level, "GET", pathOf(policy))).body).toEqual(winner);
    expect(loser).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: winner?.["rowVersion"],
    });
  });

  it("loses a header that is deleted, and gets a new rowVersion", async () => {
    const [kept, gone] = [await makeHeader(shared, level), await makeHeader(shared, level)];
    const policy = await makePolicy(shared, level, { componentIds: [gone, kept] });
    const components = `${root(shared, level)}/header-components`;
    if (level === "project") {
      const usage = await send(
        shared,
        "GET",
        `${components}/${gone}?level=project&includeUsage=true`,
      );
      expect(usage.body["usage"]?.["policies"]).toEqual([
        { id: policy["id"], name: policy["name"] },
      ]);
      const counts = await send(
        shared,
        "GET",
        `${components}?level=project&includeUsageCounts=true`,
      );
      const items = counts.body["items"] as unknown as ResponseBody[];
      expect(items.find((item) => String(item["id"]) === gone)?.["usageCount"]).toBe(1);
      await send(shared, "DELETE", `${components}/${gone}?level=project`);
    } else {
      await send(shared, "POST", components, { action: "delete", componentId: gone });
    }
    const now = (await call(shared, level, "GET", pathOf(policy))).body;
    expect(now).toMatchObject({ headers: [{ componentId: kept }], rowVersion: "AAAAAAAAAAI=" });
    expect(outcome(await change(shared, level, policy, { name: newName("Policy") }))).toEqual([
      409,
      "CONCURRENCY_CONFLICT",
    ]);
  });

  it("names only components and specifications that it may have, each once", async () => {
    const own = await makeHeader(shared, level);
    const unknown = randomUUID();
    const body = { name: newName("Policy"), appliesTo: "requests" };
    const refused = await call(shared, level, "POST", "", {
      ...body,
      componentIds: [own, unknown],
    });
    expect([outcome(refused), fieldsOf(refused)]).toEqual([
      [400, "VALIDATION_FAILED"],
      ["componentIds[1]"],
    ]);
    const twice = await call(shared, level, "POST", "", { ...body, componentIds: [own, own] });
    expect(outcome(twice)).toEqual([400, "VALIDATION_FAILED"]);
    const cased = await makePolicy(shared, level, { componentIds: [own, own.toUpperCase()] });
    expect(cased["headers"]).toMatchObject([{ componentId: own }]);
    const specs = await call(shared, level, "POST", "", { ...body, specIds: [unknown] });
    expect(fieldsOf(specs)).toEqual(["specIds[0]"]);
    const policy = await makePolicy(shared, level, {});
    const changed = await change(shared, level, policy, { specIds: [unknown] });
    expect(fieldsOf(changed)).toEqual(["specIds[0]"]);
    expect((await call(shared, level, "GET", pathOf(policy))).body).toEqual(policy);
  });

  it("is hidden from other organizations and levels", async () => {
    const policy = await makePolicy(shared, level, {});
    const other = await openPolicyScene();
    const there = await call(other, level, "GET", pathOf(policy));
    expect(outcome(there)).toEqual([404, "NOT_FOUND"]);
    const crossed = level === "project" ? "organization" : "project";
    expect(outcome(await call(shared, crossed, "GET", pathOf(policy)))).toEqual([404, "NOT_FOUND"]);
    expect(outcome(await call(shared, crossed, "DELETE", pathOf(policy)))).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });
});

describe("the components of a policy", () => {
  it("are those of the project and the organization in a project, and only the organization's above it", async () => {
    const ofProject = await makeHeader(shared, "project");
    const ofOrganization = await makeHeader(shared, "organization");
    const policy = await makePolicy(shared, "project", {
      componentIds: [ofOrganization, ofProject],
    });
    expect(policy["headers"]).toMatchObject([{ level: "organization" }, { level: "project" }]);
    const body = { name: newName("Policy"), appliesTo: "requests", componentIds: [ofProject] };
    const refused = await call(shared, "organization", "POST", "", body);
    expect(fieldsOf(refused)).toEqual(["componentIds[0]"]);
    const projectId = await makeProject(shared.scene.testApp, shared.scene.organization);
    const elsewhere = await send(
      shared,
      "POST",
      `/api/projects/${projectId}/header-policies`,
      body,
    );
    expect(fieldsOf(elsewhere)).toEqual(["componentIds[0]"]);
  });
});

describe("an exported document", () => {
  it("has the headers of the policies that cover its specification, and no others", async () => {
    const at = await openPolicyScene();
    const spec = await importSpec(at, plain);
    const other = await importSpec(at, plain);
    const add = async (level: Level, name: string, fields: object) => {
      const id = await makeHeader(at, level, { name });
      return makePolicy(at, level, { componentIds: [id], ...fields });
    };
    expect(await headersOf(at, spec)).toEqual([]);
    await add("organization", "Of-All", {});
    await add("organization", "Of-One", { specIds: [spec.specId.toUpperCase()] });
    await add("project", "Of-Project", {});
    await add("project", "Of-None", { specIds: [] });
    const last = await add("project", "Of-Other", { specIds: [other.specId] });
    expect(await headersOf(at, spec)).toEqual(["Of-Project", "Of-All", "Of-One"]);
    expect(await headersOf(at, other)).toEqual(["Of-Project", "Of-Other", "Of-All"]);
    await change(at, "project", last, { specIds: [spec.specId] });
    expect(await headersOf(at, other)).toEqual(["Of-Project", "Of-All"]);
    const projectId = await makeProject(at.scene.testApp, at.scene.organization);
    const abroad = await request(at.scene.testApp, {
      method: "POST",
      path: `/api/projects/${projectId}/specs/import`,
      key: at.admin.key,
      body: { text: JSON.stringify({ openapi: "3.1.0", info: {}, paths: plain }), name: "Abroad" },
    });
    const [specId, versionId] = [abroad.body["spec"]?.["id"], abroad.body["version"]?.["id"]];
    const document = await send(
      at,
      "GET",
      `/api/projects/${projectId}/specs/${String(specId)}/versions/${String(versionId)}/document`,
    );
    expect(document.text).toContain("Of-All");
    expect(document.text).not.toContain("Of-Project");
  });

  it("has them as parameters of requests, unless the operation has one with the name", async () => {
    const at = await openPolicyScene();
    const paths = {
      "/a": {
        parameters: [{ name: "x-TRACE", in: "header", schema: {} }],
        get: { responses: { "200": ok } },
      },
      "/b": { get: { responses: { "200": ok } } },
    };
    const spec = await importSpec(at, paths);
    const fields = { name: "X-Trace", schemaType: "integer", required: true, example: "5" };
    const componentIds = [await makeHeader(at, "organization", fields)];
    await makePolicy(at, "project", { appliesTo: "requests", componentIds });
    const added = {
      name: "X-Trace",
      in: "header",
      required: true,
      schema: { type: "integer" },
      example: 5,
    };
    const expected = {
      ...paths,
      "/b": { get: { ...paths["/b"].get, parameters: [added] } },
    };
    expect((await exported(at, spec))["paths"]).toEqual(expected);
  });

  it("has a project's header instead of the organization's with the same name", async () => {
    const at = await openPolicyScene();
    const spec = await importSpec(at, plain);
    for (const level of ["organization", "project"] as const) {
      const fields = { name: level === "project" ? "x-same" : "X-Same", description: level };
      await makePolicy(at, level, { componentIds: [await makeHeader(at, level, fields)] });
    }
    expect(await headersOf(at, spec)).toEqual(["x-same"]);
  });

  it("loses them with the policy; the stored document never changes", async () => {
    const at = await openPolicyScene();
    const spec = await importSpec(at, plain);
    const before = await exported(at, spec);
    const componentIds = [await makeHeader(at, "project")];
    const policy = await makePolicy(at, "project", { componentIds });
    expect(await exported(at, spec)).not.toEqual(before);
    await call(at, "project", "DELETE", pathOf(policy));
    expect(await exported(at, spec)).toEqual(before);
  });

  it("of a deleted specification is no longer named by a policy", async () => {
    const at = await openPolicyScene();
    const spec = await importSpec(at, plain);
    const kept = await importSpec(at, plain);
    const policy = await makePolicy(at, "project", { specIds: [spec.specId, kept.specId] });
    await at.scene.send("DELETE", `/${spec.specId}`);
    const now = (await call(at, "project", "GET", pathOf(policy))).body;
    expect(now["specIds"]).toEqual([kept.specId]);
    expect((await change(at, "project", now, { specIds: now["specIds"] })).status).toBe(200);
  });
});
