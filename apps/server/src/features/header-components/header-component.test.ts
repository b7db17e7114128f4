import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeProject, type MadeMember } from "../../testing/factories.ts";
import { request, type ResponseBody, type TestResponse } from "../../testing/request.ts";
import { importText, openSpecScene, type MadeSpec, type SpecScene } from "../specs/spec.testing.ts";

let scene: SpecScene;
let admin: MadeMember;
let member: MadeMember;
let viewer: MadeMember;
let spec: MadeSpec;

beforeAll(async () => {
  scene = await openSpecScene();
  admin = await makeMember(scene.testApp, scene.organization, "admin");
  member = await makeMember(scene.testApp, scene.organization, "member");
  viewer = await makeMember(scene.testApp, scene.organization, "viewer");
  spec = await open();
});

type Method = "GET" | "POST" | "DELETE";

const base = (projectId = scene.projectId) => `/api/projects/${projectId}/header-components`;
const send = (method: Method, path: string, body?: unknown, key = member.key) =>
  request(scene.testApp, { method, path, key, ...(body === undefined ? {} : { body }) });
const outcome = (answer: TestResponse) => [answer.status, answer.body["code"]];
const fieldsOf = (answer: TestResponse) =>
  (answer.body["errors"] as unknown as { field: string }[]).map(({ field }) => field);
const ref = ($ref: string) => ({ $ref });

let made = 0;
async function open(document: object = {}): Promise<MadeSpec> {
  made += 1;
  const whole = { openapi: "3.1.0", info: { title: "T", version: "1.0.0" }, ...document };
  return importText(scene, JSON.stringify(whole), { name: `Headers ${made}` });
}

/** The levels of a project, each with the fields that select it. */
const places = {
  spec: () => ({ level: "spec", specId: spec.specId, versionId: spec.versionId }),
  project: () => ({ level: "project" }),
};
type Level = keyof typeof places;
const levels = ["spec", "project"] as const;

const queryOf = (fields: object) =>
  new URLSearchParams(fields as Record<string, string>).toString();
const manage = (level: Level, fields: object, key?: string) =>
  send("POST", base(), { ...places[level](), ...fields }, key);
const create = (level: Level, fields: object, key?: string) =>
  manage(level, { action: "create", schemaType: "string", ...fields }, key);
const read = (level: Level, id: unknown, more: object = {}, key?: string) => {
  const { versionId: _, ...place } = places[level]() as Record<string, string>;
  return send("GET", `${base()}/${String(id)}?${queryOf({ ...place, ...more })}`, undefined, key);
};
const remove = (level: Level, id: unknown, key = admin.key) =>
  send("DELETE", `${base()}/${String(id)}?${queryOf(places[level]())}`, undefined, key);
const list = (level: Level, more: object = {}, key?: string) =>
  send("GET", `${base()}?${queryOf({ ...places[level](), ...more })}`, undefined, key);

async function make(level: Level, fields: object): Promise<ResponseBody> {
  const answer = await create(level, fields);
  expect(answer.status, answer.text).toBe(200);
  return answer.body["component"] as ResponseBody;
}

let named = 0;
const newName = () => `X-Header-${(named += 1)}`;

describe.each(levels)("a header component of level %s", (level) => {
  it("is created with defaults, read, listed, changed and deleted", async () => {
    const name = newName();
    const component = await make(level, { name, schemaType: "integer", example: "5" });
    expect(component).toMatchObject({
      level,
      projectId: scene.projectId,
      name,
      schemaType: "integer",
      schema: { type: "integer" },
      required: false,
      isDeprecated: false,
      description: null,
      example: 5,
      schemaId: null,
      rowVersion: "AAAAAAAAAAE=",
    });
    const { id } = component;
    expect((await read(level, id, {}, viewer.key)).body).toEqual({ ...component, usage: null });
    const listed = (await list(level, {}, viewer.key)).body;
    const items = listed["items"] as unknown as ResponseBody[];
    expect(items).toContainEqual({ ...component, usageCount: null });
    expect(items.length).toBe(Number(listed["totalCount"]));
    const changed = await manage(level, {
      action: "update",
      componentId: id,
      rowVersion: component["rowVersion"],
      description: "A count",
      required: true,
    });
    expect(changed.body["component"]).toMatchObject({
      name,
      schemaType: "integer",
      example: 5,
      description: "A count",
      required: true,
      rowVersion: "AAAAAAAAAAI=",
    });
    expect((await remove(level, id)).status).toBe(204);
    expect(outcome(await read(level, id))).toEqual([404, "NOT_FOUND"]);
    expect(outcome(await remove(level, id))).toEqual([404, "NOT_FOUND"]);
  });

  it("is written by members, not by viewers, and deleted only by admins", async () => {
    const component = await make(level, { name: newName() });
    const refused = [
      await create(level, { name: newName() }, viewer.key),
      await manage(level, { action: "update", componentId: component["id"] }, viewer.key),
      await remove(level, component["id"], viewer.key),
      await remove(level, component["id"], member.key),
    ];
    for (const answer of refused) expect(outcome(answer)).toEqual([403, "ROLE_INSUFFICIENT"]);
    expect((await read(level, component["id"])).status).toBe(200);
  });

  it("has a name that is unique in its level, ignoring case", async () => {
    const name = newName();
    await make(level, { name });
    const other = await make(level, { name: newName() });
    const taken = [409, "HEADER_COMPONENT_EXISTS"];
    expect(outcome(await create(level, { name }))).toEqual(taken);
    expect(outcome(await create(level, { name: name.toLowerCase() }))).toEqual(taken);
    const update = { action: "update", componentId: other["id"], rowVersion: other["rowVersion"] };
    expect(outcome(await manage(level, { ...update, name: name.toUpperCase() }))).toEqual(taken);
    const ownCase = await manage(level, { ...update, name: String(other["name"]).toLowerCase() });
    expect(ownCase.status).toBe(200);
  });

  it("is created once by many simultaneous calls", async () => {
    const name = newName();
    const answers = await Promise.all(
      [name, name.toLowerCase(), name.toUpperCase()].map((each) => create(level, { name: each })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("needs name and schemaType to be created, and accepts no id or rowVersion", async () => {
    const bare = await manage(level, { action: "create" });
    expect([outcome(bare), fieldsOf(bare)]).toEqual([
      [400, "VALIDATION_FAILED"],
      ["name", "schemaType"],
    ]);
    const rowVersion = "AAAAAAAAAAE=";
    const more = await create(level, { name: newName(), componentId: randomUUID(), rowVersion });
    expect(fieldsOf(more)).toEqual(["componentId", "rowVersion"]);
  });

  it("needs componentId and the present rowVersion to be changed", async () => {
    const component = await make(level, { name: newName() });
    const { id: componentId, rowVersion } = component;
    const nameless = await manage(level, { action: "update", rowVersion });
    expect(fieldsOf(nameless)).toEqual(["componentId"]);
    const without = await manage(level, { action: "update", componentId });
    expect(outcome(without)).toEqual([400, "ROW_VERSION_REQUIRED"]);
    const update = { action: "update", componentId, rowVersion, description: "new" };
    const changed = await manage(level, update);
    const stale = await manage(level, { ...update, description: "newer" });
    expect(stale.body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: (changed.body["component"] as ResponseBody)["rowVersion"],
    });
    expect((await read(level, componentId)).body["description"]).toBe("new");
  });

  it.each(["a b", "a:b", "é", "a/b", ""])("is not called %j", async (name) => {
    const answer = await create(level, { name });
    expect([outcome(answer), fieldsOf(answer)]).toEqual([[400, "VALIDATION_FAILED"], ["name"]]);
  });

  it("reads samples by its type, and keeps other texts as they are", async () => {
    const sample = async (schemaType: string, text: string) => {
      const fields = { name: newName(), schemaType, example: text, defaultValue: text };
      const component = await make(level, fields);
      expect(component["defaultValue"]).toEqual(component["example"]);
      return component["example"];
    };
    expect(await sample("string", "5")).toBe("5");
    expect(await sample("integer", "5")).toBe(5);
    expect(await sample("boolean", "true")).toBe(true);
    expect(await sample("array", "[1]")).toEqual([1]);
    expect(await sample("object", '{"a":1}')).toEqual({ a: 1 });
    expect(await sample("integer", "five")).toBe("five");
  });

  it("loses what an update sends empty, and keeps what it omits", async () => {
    const fields = {
      name: newName(),
      description: "d",
      schemaFormat: "uuid",
      example: "e",
      defaultValue: "v",
      required: true,
      isDeprecated: true,
    };
    const component = await make(level, fields);
    const update = (from: ResponseBody, more: object) =>
      manage(level, {
        action: "update",
        componentId: from["id"],
        rowVersion: from["rowVersion"],
        ...more,
      });
    const kept = (await update(component, { schemaType: "string" })).body["component"];
    expect(kept).toMatchObject(fields);
    const empty = { description: "", schemaFormat: "", example: "", defaultValue: "" };
    const off = { required: false, isDeprecated: false };
    const cleared = await update(kept as ResponseBody, { ...empty, ...off });
    const nothing = { description: null, schemaFormat: null, example: null, defaultValue: null };
    expect(cleared.body["component"]).toMatchObject({ ...nothing, ...off });
  });

  it("is hidden from other projects and organizations", async () => {
    const { id } = await make(level, { name: newName() });
    const { versionId: _, ...place } = places[level]() as Record<string, string>;
    const query = queryOf(place);
    const other = await makeProject(scene.testApp, scene.organization);
    const there = await send("GET", `${base(other)}/${String(id)}?${query}`);
    expect(outcome(there)).toEqual([404, "NOT_FOUND"]);
    const foreign = await openSpecScene();
    const key = foreign.organization.owner.key;
    const refused = await send("GET", `${base()}/${String(id)}?${query}`, undefined, key);
    expect(outcome(refused)).toEqual([404, "NOT_FOUND"]);
  });
});

describe("level and fields", () => {
  it("belong together: a specification and its version are sent only at level spec", async () => {
    const fields = { action: "create", name: newName(), schemaType: "string" };
    const { specId, versionId } = spec;
    const id = randomUUID();
    const lacking = await send("POST", base(), { level: "spec", ...fields });
    expect(fieldsOf(lacking)).toEqual(["specId", "versionId"]);
    const half = await send("POST", base(), { level: "spec", specId, ...fields });
    expect(fieldsOf(half)).toEqual(["versionId"]);
    const more = { specId, versionId, schemaId: id };
    const crossed = await send("POST", base(), { level: "project", ...more, ...fields });
    expect(fieldsOf(crossed)).toEqual(["specId", "versionId", "schemaId"]);
    for (const [method, path, names] of [
      ["GET", `?level=spec`, ["specId"]],
      ["GET", `?level=project&specId=${specId}`, ["specId"]],
      ["GET", `/${id}?level=spec`, ["specId"]],
      ["GET", `/${id}?level=project&versionId=${versionId}`, ["versionId"]],
    ] as const) {
      const answer = await send(method, base() + path);
      expect([outcome(answer), fieldsOf(answer)]).toEqual([[400, "VALIDATION_FAILED"], names]);
    }
    for (const [query, names] of [
      ["level=spec", ["specId", "versionId"]],
      [`level=project&specId=${specId}`, ["specId"]],
    ] as const) {
      const answer = await send("DELETE", `${base()}/${id}?${query}`, undefined, admin.key);
      expect(fieldsOf(answer)).toEqual(names);
    }
    expect(outcome(await send("GET", `${base()}?level=organization`))).toEqual([
      400,
      "VALIDATION_FAILED",
    ]);
  });
});

const linked = (openapi = "3.1.0") => ({
  openapi,
  paths: {
    "/pets": {
      get: {
        responses: {
          "200": {
            description: "ok",
            headers: { A: ref("#/components/headers/Trace"), B: { schema: { type: "string" } } },
          },
          "404": ref("#/components/responses/NotFound"),
        },
      },
    },
  },
  components: {
    schemas: { Id: { type: "string" } },
    responses: {
      NotFound: { description: "no", headers: { A: ref("#/components/headers/Trace") } },
    },
    headers: {
      Trace: { description: "Of the trace", schema: { type: "string", pattern: "^a" }, "x-own": 1 },
      Other: ref("#/components/headers/Trace"),
      Typed: { content: { "text/plain": { schema: { type: "string" } } } },
    },
  },
});

describe("header components of a document", () => {
  const at = ({ specId, versionId }: MadeSpec) => ({ level: "spec", specId, versionId });
  const exported = async (of: MadeSpec) =>
    (await scene.send("GET", `/${of.specId}/versions/${of.versionId}/document`)).body;
  const listOf = async (of: MadeSpec, more: object = {}) =>
    (await send("GET", `${base()}?${queryOf({ ...at(of), ...more })}`)).body[
      "items"
    ] as unknown as ResponseBody[];
  const findIn = async (of: MadeSpec, name: string) =>
    (await listOf(of)).find((item) => String(item["name"]) === name) as ResponseBody;
  const change = async (of: MadeSpec, name: string, fields: object) => {
    const { id, rowVersion } = await findIn(of, name);
    return send("POST", base(), {
      ...at(of),
      action: "update",
      componentId: id,
      rowVersion,
      ...fields,
    });
  };
  const warned = (answer: TestResponse) =>
    (answer.body["warnings"] as unknown as { code: string; fields: string[] }[]).map(
      ({ code, fields }) => [code, fields],
    );
  const schemaIdOf = async (of: MadeSpec) => {
    const path = `/${of.specId}/versions/${of.versionId}/components?kind=schemas`;
    const items = (await scene.send("GET", path)).body["items"] as unknown as ResponseBody[];
    return String(items[0]?.["id"]);
  };

  it("are those of its Components Object, of the newest version by default", async () => {
    const of = await open(linked());
    expect((await listOf(of)).map(({ name }) => name)).toEqual(["Other", "Trace", "Typed"]);
    await scene.send("POST", `/${of.specId}/versions`, { version: "2.0.0" });
    const newest = await send("GET", `${base()}?level=spec&specId=${of.specId}`);
    const items = newest.body["items"] as unknown as ResponseBody[];
    expect(items).toHaveLength(3);
    expect(items[0]?.["versionId"]).not.toBe(of.versionId);
    const unknown = await send("GET", `${base()}?level=spec&specId=${randomUUID()}`);
    expect(outcome(unknown)).toEqual([404, "NOT_FOUND"]);
  });

  it("list what refers to them, limited to a version", async () => {
    const of = await open(linked());
    const { id } = await findIn(of, "Trace");
    const counts = (await listOf(of, { includeUsageCounts: "true" })).map((item) => [
      item["name"],
      item["usageCount"],
    ]);
    expect(counts).toEqual([
      ["Other", 0],
      ["Trace", 3],
      ["Typed", 0],
    ]);
    const query = `level=spec&specId=${of.specId}&includeUsage=true`;
    const read = await send("GET", `${base()}/${String(id)}?${query}`);
    expect(read.body["usage"]).toMatchObject({
      responseHeaders: [
        { method: "get", path: "/pets", statusCode: "200", versionId: of.versionId },
      ],
      policies: [],
    });
    const copy = await scene.send("POST", `/${of.specId}/versions`, { version: "2.0.0" });
    const narrowed = `${query}&versionId=${String(copy.body["id"])}`;
    const elsewhere = await send("GET", `${base()}/${String(id)}?${narrowed}`);
    expect(elsewhere.body["usage"]).toEqual({ responseHeaders: [], policies: [] });
    const unknown = `${query}&versionId=${randomUUID()}`;
    expect(outcome(await send("GET", `${base()}/${String(id)}?${unknown}`))).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });

  it("keep what a call omits, including extensions and order", async () => {
    const of = await open(linked());
    await change(of, "Trace", { schemaFormat: "uuid", isDeprecated: true, example: "abc" });
    const { components } = (await exported(of)) as unknown as {
      components: { headers: Record<string, unknown> };
    };
    expect(JSON.stringify(components.headers["Trace"])).toBe(
      JSON.stringify({
        description: "Of the trace",
        schema: { type: "string", pattern: "^a", format: "uuid" },
        "x-own": 1,
        deprecated: true,
        example: "abc",
      }),
    );
  });

  it("are followed by their references to a new name", async () => {
    const of = await open(linked());
    expect((await change(of, "Trace", { name: "X-Trace" })).status).toBe(200);
    const text = JSON.stringify(await exported(of));
    expect(text).not.toContain("#/components/headers/Trace");
    expect(text.split('"#/components/headers/X-Trace"')).toHaveLength(4);
  });

  it("are linked to a schema of the version, which an update without schemaId keeps", async () => {
    const of = await open(linked());
    const schemaId = await schemaIdOf(of);
    const answer = await change(of, "Trace", { schemaId });
    expect(answer.body["component"]).toMatchObject({
      schemaId,
      schema: ref("#/components/schemas/Id"),
      schemaType: null,
    });
    expect(warned(answer)).toEqual([]);
    const kept = await change(of, "Trace", { schemaType: "integer" });
    expect(kept.body["component"]).toMatchObject({ schemaId });
    expect(warned(kept)).toEqual([["DROPPED_ON_EXPORT", ["schemaType"]]]);
    const unknown = await change(of, "Trace", { schemaId: randomUUID() });
    expect([outcome(unknown), fieldsOf(unknown)]).toEqual([
      [400, "VALIDATION_FAILED"],
      ["schemaId"],
    ]);
    const foreign = await change(of, "Trace", { schemaId: await schemaIdOf(await open(linked())) });
    expect(fieldsOf(foreign)).toEqual(["schemaId"]);
  });

  it("report a change that replaces a reference or content", async () => {
    const of = await open(linked());
    const reference = await change(of, "Other", { schemaType: "integer" });
    expect(warned(reference)).toEqual([["FIELDS_CLEARED", ["$ref"]]]);
    const typed = await change(of, "Typed", { schemaType: "integer" });
    expect(warned(typed)).toEqual([["FIELDS_CLEARED", ["content"]]]);
    const { components } = (await exported(of)) as unknown as {
      components: { headers: Record<string, unknown> };
    };
    expect(components.headers).toMatchObject({
      Other: { schema: { type: "integer" } },
      Typed: { schema: { type: "integer" } },
    });
    expect(components.headers["Typed"]).not.toHaveProperty("content");
  });

  it("have a serialized example in OpenAPI 3.2, and not before", async () => {
    const older = await open(linked());
    const fields = { example: "[1,2]", schemaType: "array", serializedExample: "1,2" };
    const refused = await change(older, "Trace", fields);
    expect(outcome(refused)).toEqual([400, "OPENAPI_VERSION_UNSUPPORTED"]);
    const newer = await open(linked("3.2.0"));
    const answer = await change(newer, "Trace", fields);
    expect(answer.body["component"]).toMatchObject({ serializedExample: "1,2", example: [1, 2] });
    const { components } = (await exported(newer)) as unknown as {
      components: { headers: Record<string, object> };
    };
    expect(components.headers["Trace"]).not.toHaveProperty("example");
    expect(components.headers["Trace"]).toMatchObject({
      examples: { example: { dataValue: [1, 2], serializedValue: "1,2" } },
    });
  });

  it("are inlined into what referred to them when they are deleted", async () => {
    const of = await open(linked());
    const { id } = await findIn(of, "Trace");
    const path = `${base()}/${String(id)}?${queryOf(at(of))}`;
    expect((await send("DELETE", path, undefined, admin.key)).status).toBe(204);
    const { Trace, Typed } = linked().components.headers;
    const document = await exported(of);
    expect(document).toMatchObject({
      paths: { "/pets": { get: { responses: { "200": { headers: { A: Trace } } } } } },
      components: { responses: { NotFound: { headers: { A: Trace } } } },
    });
    const { components } = document as unknown as { components: { headers: object } };
    expect(components.headers).toEqual({ Other: Trace, Typed });
    expect(JSON.stringify(document)).not.toContain("#/components/headers/");
  });

  it("are locked with their version", async () => {
    const of = await open(linked());
    const { id } = await findIn(of, "Trace");
    await scene.send("POST", `/${of.specId}/versions/${of.versionId}/publish`, {});
    const fields = { ...at(of), action: "create", name: "N", schemaType: "string" };
    const path = `${base()}/${String(id)}?${queryOf(at(of))}`;
    const locked = [409, "VERSION_LOCKED"];
    expect(outcome(await send("POST", base(), fields))).toEqual(locked);
    expect(outcome(await change(of, "Trace", { name: "N" }))).toEqual(locked);
    expect(outcome(await change(of, "Trace", { required: true }))).toEqual(locked);
    expect(outcome(await send("DELETE", path, undefined, admin.key))).toEqual(locked);
  });

  it("are found only in their own version", async () => {
    const of = await open(linked());
    const other = await open(linked());
    const { id, rowVersion } = await findIn(of, "Trace");
    const fields = { action: "update", componentId: id, rowVersion, required: true };
    const missing = [404, "NOT_FOUND"];
    expect(outcome(await send("POST", base(), { ...at(other), ...fields }))).toEqual(missing);
    const wrong = `${base()}/${String(id)}?${queryOf(at(other))}`;
    expect(outcome(await send("DELETE", wrong, undefined, admin.key))).toEqual(missing);
    expect(outcome(await send("GET", `${base()}/${String(id)}?level=project`))).toEqual(missing);
  });
});

describe("a header component of the organization", () => {
  const path = "/api/header-components";
  const call = (fields: object, key = admin.key) => send("POST", path, fields, key);

  it("is created, read, listed, changed and deleted by admins", async () => {
    const name = newName();
    const fields = { action: "create", name, schemaType: "string", description: "d" };
    const component = (await call(fields)).body["component"] as ResponseBody;
    expect(component).toMatchObject({ level: "organization", projectId: null, name });
    const { id: componentId, rowVersion } = component;
    expect(
      (await send("GET", `${path}/${String(componentId)}`, undefined, admin.key)).body,
    ).toEqual(component);
    const listed = (await send("GET", path, undefined, admin.key)).body;
    expect(listed["items"]).toContainEqual(component);
    const update = { action: "update", componentId, rowVersion, required: true };
    const changed = await call(update);
    expect(changed.body["component"]).toMatchObject({ name, description: "d", required: true });
    expect(outcome(await call(update))).toEqual([409, "CONCURRENCY_CONFLICT"]);
    const gone = await call({ action: "delete", componentId });
    expect(gone.body).toEqual({ component: null, warnings: [] });
    expect(outcome(await call({ action: "delete", componentId }))).toEqual([404, "NOT_FOUND"]);
  });

  it("is refused to members and viewers", async () => {
    const fields = { action: "create", name: newName(), schemaType: "string" };
    for (const { key } of [member, viewer]) {
      expect(outcome(await call(fields, key))).toEqual([403, "ROLE_INSUFFICIENT"]);
      expect(outcome(await send("GET", path, undefined, key))).toEqual([403, "ROLE_INSUFFICIENT"]);
    }
  });

  it("needs the fields that its action needs", async () => {
    expect(fieldsOf(await call({ action: "create" }))).toEqual(["name", "schemaType"]);
    expect(fieldsOf(await call({ action: "delete" }))).toEqual(["componentId"]);
    const componentId = randomUUID();
    const without = await call({ action: "update", componentId });
    expect(outcome(without)).toEqual([400, "ROW_VERSION_REQUIRED"]);
  });

  it("may have the name of a project's, but not of another one of the organization", async () => {
    const name = newName();
    await make("project", { name });
    const fields = { action: "create", name, schemaType: "string" };
    const answers = await Promise.all([
      call(fields),
      call({ ...fields, name: name.toUpperCase() }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409) as TestResponse;
    expect(refused.body["code"]).toBe("HEADER_COMPONENT_EXISTS");
  });

  it("is not visible at the level of a project", async () => {
    const fields = { action: "create", name: newName(), schemaType: "string" };
    const { id } = (await call(fields)).body["component"] as ResponseBody;
    expect(outcome(await read("project", id))).toEqual([404, "NOT_FOUND"]);
    expect(outcome(await remove("project", id))).toEqual([404, "NOT_FOUND"]);
  });
});
