import { componentKinds } from "@lintel/contract/words/design";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { makeMember, type MadeMember } from "../../testing/factories.ts";
import type { ResponseBody, TestResponse } from "../../testing/request.ts";
import { importText, openSpecScene, type MadeSpec, type SpecScene } from "../specs/spec.testing.ts";

let scene: SpecScene;
let admin: MadeMember;
let member: MadeMember;
let viewer: MadeMember;

beforeAll(async () => {
  scene = await openSpecScene();
  admin = await makeMember(scene.testApp, scene.organization, "admin");
  member = await makeMember(scene.testApp, scene.organization, "member");
  viewer = await makeMember(scene.testApp, scene.organization, "viewer");
});

type Method = Parameters<SpecScene["send"]>[0];

const pathOf = ({ specId, versionId }: MadeSpec) => `/${specId}/versions/${versionId}`;
const call = (spec: MadeSpec, method: Method, path: string, body?: unknown, key = member.key) =>
  scene.send(method, `${pathOf(spec)}/components${path}`, body, key);
const list = async (spec: MadeSpec, query = "") => (await call(spec, "GET", `?${query}`)).body;
const exported = async (spec: MadeSpec) =>
  (await scene.send("GET", `${pathOf(spec)}/document`)).body;
const outcome = (answer: TestResponse) => [answer.status, answer.body["code"]];
const ref = ($ref: string) => ({ $ref });

let made = 0;
async function open(document: object = {}): Promise<MadeSpec> {
  made += 1;
  const paths = "paths" in document ? {} : { paths: {} };
  const whole = { openapi: "3.1.0", info: { title: "T", version: "1.0.0" }, ...document, ...paths };
  return importText(scene, JSON.stringify(whole), { name: `Components ${made}` });
}

async function create(
  spec: MadeSpec,
  name: string,
  content: unknown = {},
  kind = "schemas",
): Promise<ResponseBody> {
  const answer = await call(spec, "POST", "", { kind, name, content });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const idOf = (component: ResponseBody) => `/${String(component["id"])}`;
const update = (spec: MadeSpec, component: ResponseBody, fields: object, key?: string) =>
  call(spec, "PATCH", idOf(component), { rowVersion: component["rowVersion"], ...fields }, key);

async function find(spec: MadeSpec, kind: string, name: string): Promise<ResponseBody> {
  const items = (await list(spec, `kind=${kind}&name=${name}`))[
    "items"
  ] as unknown as ResponseBody[];
  const item = items.find((each) => String(each["name"]) === name);
  expect(item).toBeDefined();
  return item as ResponseBody;
}

describe("a component's life", () => {
  it("is created, read, listed, changed, exported and deleted", async () => {
    const spec = await open();
    const content = { type: "object", properties: { b: {}, a: {} } };
    const answer = await call(spec, "POST", "", { kind: "schemas", name: "Pet", content });
    expect(answer.status).toBe(201);
    expect(answer.headers["location"]).toMatch(new RegExp(`/components${idOf(answer.body)}$`));
    expect(answer.body).toMatchObject({ kind: "schemas", name: "Pet", content, position: 0 });
    const read = await call(spec, "GET", idOf(answer.body), undefined, viewer.key);
    expect(read.body).toEqual({ ...answer.body, usageCount: 0, usages: [] });
    expect((await exported(spec))["components"]).toEqual({ schemas: { Pet: content } });
    const changed = await update(spec, answer.body, { content: { type: "string" } });
    expect(changed.body).toMatchObject({ name: "Pet", content: { type: "string" } });
    expect((await list(spec))["items"]).toMatchObject([{ name: "Pet", usageCount: null }]);
    expect((await call(spec, "DELETE", idOf(answer.body), undefined, admin.key)).status).toBe(204);
    expect((await call(spec, "GET", idOf(answer.body))).status).toBe(404);
    expect(JSON.stringify((await exported(spec))["components"] ?? {})).toBe("{}");
  });

  it("is read by viewers, written by members, and deleted only by admins", async () => {
    const spec = await open();
    const body = { kind: "schemas", name: "A", content: {} };
    expect(outcome(await call(spec, "POST", "", body, viewer.key))).toEqual([
      403,
      "ROLE_INSUFFICIENT",
    ]);
    const component = await create(spec, "A");
    const refusals = [
      await update(spec, component, { name: "B" }, viewer.key),
      await call(spec, "PUT", "/order", { kind: "schemas", ids: [component["id"]] }, viewer.key),
      await call(spec, "DELETE", idOf(component), undefined, viewer.key),
      await call(spec, "DELETE", idOf(component), undefined, member.key),
    ];
    for (const refusal of refusals) expect(outcome(refusal)).toEqual([403, "ROLE_INSUFFICIENT"]);
    expect((await list(spec))["items"]).toMatchObject([{ name: "A" }]);
  });

  it("is hidden from other versions, specifications, projects and organizations", async () => {
    const spec = await open();
    const other = await open();
    const component = await create(spec, "A");
    const fields = { rowVersion: component["rowVersion"], name: "B" };
    const elsewhere = await openSpecScene();
    expect(outcome(await call(other, "GET", idOf(component)))).toEqual([404, "NOT_FOUND"]);
    expect(outcome(await call(other, "PATCH", idOf(component), fields))).toEqual([
      404,
      "NOT_FOUND",
    ]);
    const mixed = { ...spec, specId: other.specId };
    expect(outcome(await call(mixed, "GET", idOf(component)))).toEqual([404, "NOT_FOUND"]);
    const below = `${pathOf(spec)}/components${idOf(component)}`;
    expect(outcome(await elsewhere.send("GET", below))).toEqual([404, "NOT_FOUND"]);
    const key = elsewhere.organization.owner.key;
    expect(outcome(await scene.send("GET", below, undefined, key))).toEqual([404, "NOT_FOUND"]);
    const unknown = await call(spec, "DELETE", `/${randomUUID()}`, undefined, admin.key);
    expect(outcome(unknown)).toEqual([404, "NOT_FOUND"]);
  });

  it("cannot change after the version is published", async () => {
    const spec = await open();
    const component = await create(spec, "A");
    await scene.send("POST", `${pathOf(spec)}/publish`, {});
    const refusals = [
      await call(spec, "POST", "", { kind: "schemas", name: "B", content: {} }),
      await update(spec, component, { name: "B" }),
      await update(spec, component, { content: {} }),
      await call(spec, "DELETE", idOf(component), undefined, admin.key),
      await call(spec, "PUT", "/order", { kind: "schemas", ids: [component["id"]] }),
    ];
    for (const refusal of refusals) expect(outcome(refusal)).toEqual([409, "VERSION_LOCKED"]);
    expect((await call(spec, "GET", idOf(component))).body["content"]).toEqual({});
  });

  it("is written to the audit log, a rename with the former name", async () => {
    const spec = await open();
    const component = await create(spec, "Old");
    await update(spec, component, { name: "New" });
    const db = await scene.testApp.cells.eu.platform.database();
    const all = await db
      .selectFrom("auditEntry")
      .select(["event", "target", "details"])
      .where("organizationId", "=", scene.organization.id)
      .orderBy("sequence")
      .execute();
    const rows = all.filter(({ target }) => target?.id === String(component["id"]));
    expect(rows.map(({ event }) => event)).toEqual(["component.created", "component.updated"]);
    expect(rows[1]?.details).toMatchObject({
      specId: spec.specId,
      versionId: spec.versionId,
      formerName: "Old",
      changed: ["name"],
    });
  });
});

describe("a component's kind, name and content", () => {
  it("are those of the Components Object of the version's OpenAPI", async () => {
    const spec = await open({ openapi: "3.2.0" });
    for (const kind of componentKinds) await create(spec, "a.B_c-1", { description: "x" }, kind);
    const { components = {} } = (await exported(spec)) as unknown as { components?: object };
    expect(Object.keys(components).sort()).toEqual([...componentKinds].sort());
  });

  it.each([
    ["3.0.3", "pathItems"],
    ["3.0.3", "mediaTypes"],
    ["3.1.0", "mediaTypes"],
  ])("in OpenAPI %s leave out %s", async (openapi, kind) => {
    const spec = await open({ openapi });
    const answer = await call(spec, "POST", "", { kind, name: "A", content: {} });
    expect(outcome(answer)).toEqual([400, "OPENAPI_VERSION_UNSUPPORTED"]);
  });

  it.each(["a b", "", "a/b", "é", "a\n", "a".repeat(301)])("refuse the name %j", async (name) => {
    const spec = await open();
    const answer = await call(spec, "POST", "", { kind: "schemas", name, content: {} });
    expect(outcome(answer)).toEqual([400, "VALIDATION_FAILED"]);
    const component = await create(spec, "A");
    expect(outcome(await update(spec, component, { name }))).toEqual([400, "VALIDATION_FAILED"]);
  });

  it.each([null, 1, "{}", [{}]])("refuse the content %j", async (content) => {
    const spec = await open();
    for (const kind of ["schemas", "responses"]) {
      const answer = await call(spec, "POST", "", { kind, name: "A", content });
      expect(outcome(answer)).toEqual([400, "SCHEMA_INVALID"]);
    }
    const component = await create(spec, "A");
    expect(outcome(await update(spec, component, { content }))).toEqual([400, "SCHEMA_INVALID"]);
  });

  it("accept a boolean only for a schema, since 3.1", async () => {
    const newer = await open();
    expect((await create(newer, "Never", false))["content"]).toBe(false);
    expect((await exported(newer))["components"]).toEqual({ schemas: { Never: false } });
    const body = { name: "Never", content: false };
    const header = await call(newer, "POST", "", { kind: "headers", ...body });
    expect(outcome(header)).toEqual([400, "SCHEMA_INVALID"]);
    const older = await open({ openapi: "3.0.3" });
    const answer = await call(older, "POST", "", { kind: "schemas", ...body });
    expect(outcome(answer)).toEqual([400, "SCHEMA_INVALID"]);
  });

  it("refuse the name of another component of the kind, but not of another kind", async () => {
    const spec = await open();
    const component = await create(spec, "A");
    await create(spec, "A", {}, "responses");
    await create(spec, "a");
    const taken = await call(spec, "POST", "", { kind: "schemas", name: "A", content: {} });
    expect(outcome(taken)).toEqual([409, "NAME_TAKEN"]);
    expect(outcome(await update(spec, component, { name: "a" }))).toEqual([409, "NAME_TAKEN"]);
    expect((await update(spec, component, { name: "A" })).status).toBe(200);
  });

  it("let one of many simultaneous creations win, and give each its own place", async () => {
    const spec = await open();
    const names = ["A", "A", "A", "B", "C"];
    const answers = await Promise.all(
      names.map((name) => call(spec, "POST", "", { kind: "schemas", name, content: {} })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    const items = (await list(spec))["items"] as unknown as ResponseBody[];
    expect(items.map((item) => Number(item["position"]))).toEqual([0, 1, 2]);
  });

  it("are imported and exported unchanged if a document has others", async () => {
    const schemas = { "a b": null, ü: 5, Ref: ref("#/components/schemas/ü") };
    const spec = await open({ components: { schemas } });
    expect((await exported(spec))["components"]).toEqual({ schemas });
    const odd = await find(spec, "schemas", "a b");
    expect((await call(spec, "GET", idOf(odd))).body["content"]).toBe(null);
    expect((await update(spec, await find(spec, "schemas", "ü"), { name: "u" })).status).toBe(200);
    expect((await update(spec, odd, { name: "a-b" })).status).toBe(200);
    const renamed = { "a-b": null, u: 5, Ref: ref("#/components/schemas/u") };
    expect((await exported(spec))["components"]).toEqual({ schemas: renamed });
  });

  it("are refused in a kind that the document has in another shape", async () => {
    const spec = await open({ components: { schemas: ["odd"] } });
    const answer = await call(spec, "POST", "", { kind: "schemas", name: "A", content: {} });
    expect(outcome(answer)).toEqual([400, "VALIDATION_FAILED"]);
    await create(spec, "A", {}, "responses");
    expect((await exported(spec))["components"]).toEqual({
      schemas: ["odd"],
      responses: { A: {} },
    });
  });
});

describe("a list of components", () => {
  it("is sorted by kind and order, filtered and paged", async () => {
    const spec = await open();
    await create(spec, "Zed", {}, "responses");
    for (const name of ["Pet", "carPet", "Other_"]) await create(spec, name);
    const names = async (query: string) => {
      const body = await list(spec, query);
      const items = body["items"] as unknown as ResponseBody[];
      return [items.map((item) => String(item["name"])).join(" "), Number(body["totalCount"])];
    };
    expect(await names("")).toEqual(["Pet carPet Other_ Zed", 4]);
    expect(await names("kind=schemas")).toEqual(["Pet carPet Other_", 3]);
    expect(await names("name=pet")).toEqual(["Pet carPet", 2]);
    expect(await names("name=_")).toEqual(["Other_", 1]);
    expect(await names("name=%25")).toEqual(["", 0]);
    expect(await names("skip=1&take=2")).toEqual(["carPet Other_", 4]);
    const order = ["Other_", "Pet", "carPet"];
    const ids = await Promise.all(
      order.map(async (name) => (await find(spec, "schemas", name))["id"]),
    );
    expect((await call(spec, "PUT", "/order", { kind: "schemas", ids })).status).toBe(204);
    expect(await names("kind=schemas")).toEqual(["Other_ Pet carPet", 3]);
    const { components } = (await exported(spec)) as unknown as {
      components: { schemas: object };
    };
    expect(Object.keys(components.schemas)).toEqual(order);
  });

  it("refuses an order that is not exactly the existing components", async () => {
    const spec = await open();
    const a = await create(spec, "A");
    const b = await create(spec, "B");
    const header = await create(spec, "H", {}, "headers");
    const answer = await call(spec, "PUT", "/order", {
      kind: "schemas",
      ids: [b["id"], header["id"]],
    });
    expect(answer.body).toMatchObject({
      code: "TREE_ITEMS_MISMATCH",
      missing: [a["id"]],
      unexpected: [header["id"]],
    });
    const ids = [b["id"], a["id"], b["id"]];
    const twice = await call(spec, "PUT", "/order", { kind: "schemas", ids });
    expect(twice.body).toMatchObject({
      code: "TREE_ITEMS_MISMATCH",
      missing: [],
      unexpected: [b["id"]],
    });
  });
});

const used = {
  security: [{ key: [] }],
  paths: {
    "/pets": {
      parameters: [ref("#/components/parameters/Page")],
      get: {
        security: [{ key: [] }, { other: ["x"] }],
        responses: {
          "200": {
            description: "ok",
            headers: { X: ref("#/components/headers/Trace") },
            content: { "application/json": { schema: ref("#/components/schemas/Pet") } },
          },
        },
      },
      post: {
        requestBody: {
          content: { "application/json": { schema: ref("#/components/schemas/Pet") } },
        },
        responses: { "204": { description: "none" } },
      },
    },
  },
  components: {
    schemas: {
      Pet: { type: "object", properties: { parent: ref("#/components/schemas/Pet") } },
      Pets: {
        type: "array",
        items: ref("#/components/schemas/Pet"),
        discriminator: { propertyName: "kind", mapping: { pet: "Pet" } },
      },
    },
    parameters: { Page: { name: "page", in: "query", schema: { type: "integer" } } },
    headers: { Trace: { schema: { type: "string" } } },
    securitySchemes: {
      key: { type: "apiKey", name: "k", in: "header" },
      other: { type: "http", scheme: "bearer" },
    },
  },
};

describe("the uses of a component", () => {
  it("are listed with endpoints, components and places, without its own recursion", async () => {
    const spec = await open(used);
    const pet = (await call(spec, "GET", idOf(await find(spec, "schemas", "Pet")))).body;
    expect(pet["usageCount"]).toBe(4);
    expect(pet["usages"]).toMatchObject([
      {
        ownerKind: "mediaType",
        method: "get",
        path: "/pets",
        pointer: "/schema/$ref",
        form: "ref",
      },
      { ownerKind: "mediaType", method: "post", path: "/pets", componentName: null },
      { ownerKind: "component", componentKind: "schemas", componentName: "Pets", form: "mapping" },
      { ownerKind: "component", endpointId: null, pointer: "/items/$ref" },
    ]);
    const key = (await call(spec, "GET", idOf(await find(spec, "securitySchemes", "key")))).body;
    expect(key["usages"]).toMatchObject([
      { ownerKind: "endpoint", method: "get", form: "security", pointer: "/security/0/key" },
      { ownerKind: "document", ownerId: null, path: null },
    ]);
    const page = (await call(spec, "GET", idOf(await find(spec, "parameters", "Page")))).body;
    expect(page["usages"]).toMatchObject([{ ownerKind: "parameter", path: "/pets", method: null }]);
  });

  it("are counted in the list on request", async () => {
    const spec = await open(used);
    const body = await list(spec, "includeUsageCounts=true");
    const items = body["items"] as unknown as ResponseBody[];
    const counts = Object.fromEntries(
      items.map((item) => [String(item["name"]), Number(item["usageCount"])]),
    );
    expect(counts).toEqual({ Pet: 4, Pets: 0, Page: 1, Trace: 1, key: 2, other: 1 });
  });

  it("follow a change of content", async () => {
    const spec = await open(used);
    const pets = await find(spec, "schemas", "Pets");
    await update(spec, pets, { content: { items: ref("#/components/schemas/Pets") } });
    const pet = (await call(spec, "GET", idOf(await find(spec, "schemas", "Pet")))).body;
    expect(pet["usageCount"]).toBe(2);
  });

  it("prevent its deletion, unless the call forces it", async () => {
    const spec = await open(used);
    const pet = await find(spec, "schemas", "Pet");
    const answer = await call(spec, "DELETE", idOf(pet), undefined, admin.key);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: "IN_USE", usageCount: 4 });
    expect(String(answer.body["detail"])).toContain('4 places refer to the component "Pet"');
    expect((await find(spec, "schemas", "Pet"))["id"]).toBe(pet["id"]);
    const forced = `${idOf(pet)}?isForced=true`;
    expect(outcome(await call(spec, "DELETE", forced, undefined, member.key))).toEqual([
      403,
      "ROLE_INSUFFICIENT",
    ]);
    expect((await call(spec, "DELETE", forced, undefined, admin.key)).status).toBe(204);
    const { Pet: _, ...schemas } = used.components.schemas;
    expect(await exported(spec)).toMatchObject({ paths: used.paths, components: { schemas } });
    const again = await create(spec, "Pet");
    expect((await call(spec, "GET", idOf(again))).body["usageCount"]).toBe(4);
  });

  it("do not count deleted endpoints, which still follow a new name", async () => {
    const spec = await open(used);
    const db = await scene.testApp.cells.eu.platform.database();
    const setDeleted = (deletedAt: Date | null) =>
      db
        .updateTable("endpoint")
        .set({ deletedAt })
        .where("organizationId", "=", scene.organization.id)
        .where("versionId", "=", spec.versionId)
        .execute();
    await setDeleted(new Date());
    const pet = await find(spec, "schemas", "Pet");
    const read = (await call(spec, "GET", idOf(pet))).body;
    expect([read["usageCount"], read["usages"]?.["length"]]).toEqual([2, 2]);
    expect((await update(spec, pet, { name: "Animal" })).status).toBe(200);
    await setDeleted(null);
    expect((await call(spec, "GET", idOf(pet))).body["usageCount"]).toBe(4);
    expect(JSON.stringify(await exported(spec))).not.toContain("#/components/schemas/Pet");
  });

  it("do not count a component that only refers to itself", async () => {
    const spec = await open();
    const node = await create(spec, "Node", { items: ref("#/components/schemas/Node") });
    expect((await call(spec, "DELETE", idOf(node), undefined, admin.key)).status).toBe(204);
  });
});

describe("a new name", () => {
  const renamed = (from: string, to: string) =>
    JSON.parse(
      JSON.stringify(used)
        .replaceAll(`/schemas/${from}"`, `/schemas/${to}"`)
        .replaceAll(`"${from}":`, `"${to}":`)
        .replaceAll(`:"${from}"`, `:"${to}"`),
    ) as typeof used;

  it.each([
    ["schemas", "Pet", "Animal"],
    ["securitySchemes", "key", "apiKeyScheme"],
  ])("of kind %s is followed by every reference", async (kind, from, to) => {
    const spec = await open(used);
    const component = await find(spec, kind, from);
    const before = (await call(spec, "GET", idOf(component))).body;
    const answer = await update(spec, component, { name: to });
    expect(answer.body).toMatchObject({ name: to, id: component["id"] });
    const {
      openapi: _,
      info: __,
      ...rest
    } = (await exported(spec)) as unknown as typeof used & {
      openapi: string;
      info: object;
    };
    expect(JSON.stringify(rest)).toBe(JSON.stringify(renamed(from, to)));
    const after = (await call(spec, "GET", idOf(component))).body;
    expect(after["usageCount"]).toBe(before["usageCount"]);
  });

  it("can come with new content, whose references follow as well", async () => {
    const spec = await open(used);
    const pet = await find(spec, "schemas", "Pet");
    const content = { items: ref("#/components/schemas/Pet") };
    const answer = await update(spec, pet, { name: "Animal", content });
    expect(answer.body["content"]).toEqual({ items: ref("#/components/schemas/Animal") });
    const stale = await update(spec, pet, { content: {} });
    expect(stale.body).toMatchObject({
      code: "CONCURRENCY_CONFLICT",
      currentRowVersion: answer.body["rowVersion"],
    });
  });

  it("gives everything that refers to it a new rowVersion, so that nobody writes the old name back", async () => {
    const spec = await open(used);
    const pets = await find(spec, "schemas", "Pets");
    const trace = await find(spec, "headers", "Trace");
    await update(spec, await find(spec, "schemas", "Pet"), { name: "Animal" });
    const content = { items: ref("#/components/schemas/Pet") };
    expect(outcome(await update(spec, pets, { content }))).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect((await update(spec, trace, { content: { schema: {} } })).status).toBe(200);
  });

  it("is accepted from one of many calls with the same rowVersion, and never with a stale one", async () => {
    const spec = await open(used);
    const pet = await find(spec, "schemas", "Pet");
    const names = ["A", "B", "C", "D"];
    const answers = await Promise.all(names.map((name) => update(spec, pet, { name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)?.body["name"];
    const body = (await call(spec, "GET", idOf(pet))).body;
    expect([body["name"], body["usageCount"]]).toEqual([winner, 4]);
    const text = JSON.stringify(await exported(spec));
    expect(text).not.toContain("#/components/schemas/Pet");
  });

  it("is followed by edits that are made at the same time", async () => {
    const spec = await open(used);
    const pet = await find(spec, "schemas", "Pet");
    const [rename] = await Promise.all([
      update(spec, pet, { name: "Animal" }),
      ...["X", "Y", "Z"].map((name) =>
        call(spec, "POST", "", {
          kind: "schemas",
          name,
          content: { items: ref("#/components/schemas/Pet") },
        }),
      ),
    ]);
    expect(rename?.status).toBe(200);
    // Earlier edits follow the new name. Later ones use a name that no longer exists.
    const { components } = (await exported(spec)) as unknown as {
      components: { schemas: Record<string, { items: { $ref: string } }> };
    };
    const early = ["X", "Y", "Z"].filter(
      (name) => components.schemas[name]?.items.$ref === "#/components/schemas/Animal",
    );
    const usageCount = (await call(spec, "GET", idOf(pet))).body["usageCount"];
    expect(usageCount).toBe(4 + early.length);
  });

  it("is refused if it is taken, and no reference changes", async () => {
    const spec = await open(used);
    const before = await exported(spec);
    const answer = await update(spec, await find(spec, "schemas", "Pet"), { name: "Pets" });
    expect(outcome(answer)).toEqual([409, "NAME_TAKEN"]);
    expect(await exported(spec)).toEqual(before);
  });

  it("does not change other versions", async () => {
    const spec = await open(used);
    const copy = await scene.send("POST", `/${spec.specId}/versions`, { version: "2.0.0" });
    await update(spec, await find(spec, "schemas", "Pet"), { name: "Animal" });
    const other = await exported({ ...spec, versionId: String(copy.body["id"]) });
    expect(other).toMatchObject(used);
  });
});
