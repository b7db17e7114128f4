import { beforeAll, describe, expect, it } from "vitest";
import { makeOrganization } from "../../testing/factories.ts";
import {
  fieldsOf,
  openSuiteScene,
  pick,
  refusal,
  type Made,
  type SuiteScene,
} from "./suite.testing.ts";

let scene: SuiteScene;

beforeAll(async () => {
  scene = await openSuiteScene();
});

const get = { method: "GET", url: "/" };
const send = (suite: Made, ...[method, path, body, key]: Parameters<SuiteScene["send"]>) =>
  scene.send(method, `/${suite.id}/cases${path}`, body, key);
const add = (suite: Made, fields: object) => send(suite, "POST", "", { request: get, ...fields });
const put = (suite: Made, made: Made, fields: object) =>
  send(suite, "PUT", `/${made.id}`, {
    name: made.name,
    request: get,
    rowVersion: made.rowVersion,
    ...fields,
  });
const read = async (suite: Made, made: Made) => (await send(suite, "GET", `/${made.id}`)).body;
const readSuite = async (suite: Made) => (await scene.send("GET", `/${suite.id}`)).body;
const order = (suite: Made, phase: string, ids: string[], key?: string) =>
  scene.send("PUT", `/${suite.id}/case-order`, { phase, ids }, key);

/** A suite with cases of these fields. */
async function makeSuiteOf(...cases: object[]): Promise<[Made, ...Made[]]> {
  const suite = await scene.makeSuite();
  return [suite, ...(await scene.makeCases(suite, ...cases))];
}

const everything = {
  description: "All fields",
  tags: ["smoke", "a"],
  isEnabled: false,
  request: {
    url: "/pets/{{id}}?x=1",
    method: "POST",
    headers: { Zebra: "1", apple: 2, Many: ["a", true, 3] },
    query: { z: false, a: "b" },
    body: { type: "json", value: { z: 1, a: { "\u0000": null, b: [] }, "1e400": "\ud800" } },
    auth: { type: "apiKey", in: "query", name: "key", value: "{{key}}" },
    timeoutMs: 5,
    followRedirects: false,
  },
  assertions: [
    {
      source: "jsonPath",
      path: "$.items[?@.id == 1]",
      operator: "equals",
      expected: { z: 1, a: 2 },
    },
    { source: "status", operator: "in", expected: [200, 201] },
  ],
  extractions: [{ name: "id", source: "body", pattern: "id=(\\d+)", default: null }],
  when: { value: "{{env}}", operator: "equals", expected: "staging" },
  foreach: { items: [{ b: 1, a: 2 }], as: "item" },
  retry: { maxAttempts: 3, delayMs: 0, until: [{ source: "body", operator: "isNotEmpty" }] },
};

describe("a case's life", () => {
  it("is created, read, listed, replaced and deleted", async () => {
    const suite = await scene.makeSuite();
    const created = await add(suite, { name: "Life" });
    const id = String(created.body["id"]);
    expect(created.status).toBe(201);
    expect(created.headers["location"]).toBe(
      `/api/projects/${scene.projectId}/suites/${suite.id}/cases/${id}`,
    );
    expect(created.body).toEqual({
      id,
      phase: "test",
      name: "Life",
      request: get,
      createdAt: created.body["createdAt"],
      modifiedAt: created.body["createdAt"],
      rowVersion: "AAAAAAAAAAE=",
    });
    const made = created.body as unknown as Made;
    expect(await read(suite, made)).toEqual(created.body);
    const replaced = await put(suite, made, { name: "Lived", ...everything });
    expect(replaced.body).toMatchObject({ id, phase: "test", name: "Lived", ...everything });
    expect((await send(suite, "GET", "")).body["items"]).toEqual([replaced.body]);
    const { rowVersion } = replaced.body as unknown as Made;
    const cleared = await put(suite, made, { name: "Lived", rowVersion });
    expect(Object.keys(cleared.body)).toEqual(Object.keys(created.body));
    expect((await send(suite, "DELETE", `/${id}`)).status).toBe(204);
    expect((await send(suite, "GET", `/${id}`)).status).toBe(404);
    expect((await send(suite, "DELETE", `/${id}`)).status).toBe(404);
  });

  it("keeps every value as it was sent: order of keys, types, unusual characters", async () => {
    const suite = await scene.makeSuite();
    const created = await add(suite, { name: "Verbatim", ...everything });
    expect(created.status, created.text).toBe(201);
    for (const part of [
      everything.request.body,
      everything.request.headers,
      everything.assertions[0]?.expected,
      everything.foreach.items,
    ]) {
      expect(created.text).toContain(JSON.stringify(part));
    }
    // Reading another case of the suite still works, whatever the definition contains.
    expect((await add(suite, { name: "Next", dependsOn: ["Verbatim"] })).status).toBe(201);
  });

  it("marks the suite as changed, so that a change with its old version is refused", async () => {
    const [suite, made] = await makeSuiteOf({ name: "a" });
    if (made === undefined) throw new Error("no case");
    const versions = [suite.rowVersion, (await readSuite(suite))["rowVersion"]];
    await put(suite, made, { description: "d" });
    versions.push((await readSuite(suite))["rowVersion"]);
    await order(suite, "test", [made.id]);
    versions.push((await readSuite(suite))["rowVersion"]);
    await send(suite, "DELETE", `/${made.id}`);
    const last = await readSuite(suite);
    versions.push(last["rowVersion"]);
    expect(new Set(versions).size).toBe(5);
    expect(String(last["modifiedAt"]) >= suite.modifiedAt).toBe(true);
    const stale = await scene.send("PATCH", `/${suite.id}`, { rowVersion: suite.rowVersion });
    expect(refusal(stale)).toEqual([409, "CONCURRENCY_CONFLICT"]);
  });

  it("is refused without changing the suite's version", async () => {
    const [suite] = await makeSuiteOf({ name: "a" });
    const before = await readSuite(suite);
    expect((await add(suite, { name: "a" })).status).toBe(409);
    expect((await add(suite, { name: "b", dependsOn: ["none"] })).status).toBe(400);
    expect(await readSuite(suite)).toEqual(before);
  });
});

describe("a case's name", () => {
  it("is taken across the phases of its suite, and in no other", async () => {
    const [suite, first, second] = await makeSuiteOf({ name: "a", phase: "setUp" }, { name: "b" });
    if (first === undefined || second === undefined) throw new Error("no cases");
    expect(refusal(await add(suite, { name: "a" }))).toEqual([409, "NAME_TAKEN"]);
    expect(refusal(await put(suite, second, { name: "a" }))).toEqual([409, "NAME_TAKEN"]);
    expect((await put(suite, first, { name: "a" })).status).toBe(200);
    await makeSuiteOf({ name: "a" });
  });

  it("is given to exactly one of many simultaneous calls", async () => {
    const suite = await scene.makeSuite();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => add(suite, { name: "Wanted" })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409]);
  });
});

describe("a rowVersion", () => {
  it("that is stale changes nothing and the answer has the present one", async () => {
    const [suite, made] = await makeSuiteOf({ name: "a" });
    if (made === undefined) throw new Error("no case");
    const changed = await put(suite, made, { description: "first" });
    const stale = await put(suite, made, { description: "second" });
    expect(refusal(stale)).toEqual([409, "CONCURRENCY_CONFLICT"]);
    expect(stale.body["currentRowVersion"]).toBe(changed.body["rowVersion"]);
    expect(await read(suite, made)).toEqual(changed.body);
  });

  it("lets exactly one of many simultaneous changes win", async () => {
    const [suite, made] = await makeSuiteOf({ name: "a" });
    if (made === undefined) throw new Error("no case");
    const answers = await Promise.all(
      ["1", "2", "3", "4"].map((description) => put(suite, made, { description })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe("the order of cases", () => {
  it("is set-up, tests, tear-down, each sorted, in pages", async () => {
    const [suite] = await makeSuiteOf(
      { name: "down", phase: "tearDown" },
      { name: "one" },
      { name: "up", phase: "setUp" },
      { name: "two" },
    );
    const list = (query = "") => send(suite, "GET", query);
    expect(pick(await list(), "name")).toEqual(["up", "one", "two", "down"]);
    const page = await list("?skip=1&take=2");
    expect(page.body).toMatchObject({ totalCount: 4, skip: 1, take: 2 });
    expect(pick(page, "name")).toEqual(["one", "two"]);
    expect((await list("?take=500")).body).toMatchObject({ take: 100 });
  });

  it("is changed for a whole phase at once", async () => {
    const [suite, a, b, c] = await makeSuiteOf(
      { name: "a" },
      { name: "b" },
      { name: "c", phase: "setUp" },
    );
    if (a === undefined || b === undefined || c === undefined) throw new Error("no cases");
    expect((await order(suite, "test", [b.id, a.id])).status).toBe(204);
    expect(pick(await send(suite, "GET", ""), "name")).toEqual(["c", "b", "a"]);
    const wrong = await order(suite, "test", [a.id, c.id]);
    expect(refusal(wrong)).toEqual([400, "TREE_ITEMS_MISMATCH"]);
    expect(wrong.body).toMatchObject({ missing: [b.id], unexpected: [c.id] });
    const twice = await order(suite, "test", [b.id, a.id, b.id]);
    expect(refusal(twice)).toEqual([400, "TREE_ITEMS_MISMATCH"]);
    expect(twice.body).toMatchObject({ missing: [], unexpected: [b.id] });
    expect(refusal(await order(suite, "tests", [a.id]))).toEqual([400, "VALIDATION_FAILED"]);
    expect((await read(suite, a))["rowVersion"]).toBe(a.rowVersion);
  });

  it("has a new case at the end, whatever was deleted before", async () => {
    const [suite, , b, c] = await makeSuiteOf(
      { name: "a" },
      { name: "b" },
      { name: "c" },
      { name: "d" },
    );
    for (const made of [b, c]) await send(suite, "DELETE", `/${made?.id}`);
    expect((await add(suite, { name: "e", dependsOn: ["d"] })).status).toBe(201);
    expect(pick(await send(suite, "GET", ""), "name")).toEqual(["a", "d", "e"]);
  });

  it("has a case after those that it depends on", async () => {
    const [suite, a, b] = await makeSuiteOf({ name: "a" }, { name: "b", dependsOn: ["a"] });
    if (a === undefined || b === undefined) throw new Error("no cases");
    const answer = await order(suite, "test", [b.id, a.id]);
    expect(refusal(answer)).toEqual([400, "VALIDATION_FAILED"]);
    expect(fieldsOf(answer)).toEqual(["ids"]);
    expect(answer.text).toContain("runs later");
  });
});

describe("a dependency", () => {
  it("names an earlier case of the suite", async () => {
    const [suite, a] = await makeSuiteOf({ name: "a" }, { name: "late", phase: "tearDown" });
    if (a === undefined) throw new Error("no case");
    const depend = async (fields: object) => fieldsOf(await add(suite, { name: "n", ...fields }));
    expect(await depend({ dependsOn: ["a", "none"] })).toEqual(["dependsOn[1]"]);
    expect(await depend({ dependsOn: ["late"] })).toEqual(["dependsOn[0]"]);
    expect(await depend({ dependsOn: ["a"], phase: "setUp" })).toEqual(["dependsOn[0]"]);
    expect(await depend({ dependsOn: ["n"] })).toEqual(["dependsOn"]);
    expect(await depend({ dependsOn: ["a", "a"] })).toEqual(["dependsOn"]);
    expect((await add(suite, { name: "n", dependsOn: ["a"] })).status).toBe(201);
  });

  it("cannot be circular", async () => {
    const [suite, a] = await makeSuiteOf(
      { name: "a" },
      { name: "b", dependsOn: ["a"] },
      { name: "c", dependsOn: ["b"] },
    );
    if (a === undefined) throw new Error("no case");
    const answer = await put(suite, a, { dependsOn: ["c"] });
    expect(refusal(answer)).toEqual([400, "VALIDATION_FAILED"]);
    expect(fieldsOf(answer)).toEqual(["dependsOn"]);
    expect(JSON.stringify(answer.body["errors"])).toContain(
      JSON.stringify('"a" → "c" → "b" → "a"').slice(1, -1),
    );
  });

  it("prevents the deletion of the case that it names", async () => {
    const [suite, a, b] = await makeSuiteOf(
      { name: "a" },
      { name: "b", dependsOn: ["a"] },
      { name: 'c "quoted"', dependsOn: ["a"] },
    );
    if (a === undefined || b === undefined) throw new Error("no cases");
    const refused = await send(suite, "DELETE", `/${a.id}`);
    expect(refusal(refused)).toEqual([409, "IN_USE"]);
    expect(refused.body["detail"]).toContain('"b", "c \\"quoted\\""');
    expect((await send(suite, "DELETE", `/${b.id}`)).status).toBe(204);
  });

  it("follows the case that it names to its new name, with a new rowVersion", async () => {
    const [suite, a, b, c] = await makeSuiteOf(
      { name: "a" },
      { name: "b", dependsOn: ["a"], description: "kept" },
      { name: "c", dependsOn: ["b"] },
    );
    if (a === undefined || b === undefined || c === undefined) throw new Error("no cases");
    expect((await put(suite, a, { name: "Ä 'new'" })).status).toBe(200);
    const after = await read(suite, b);
    expect(after).toMatchObject({ dependsOn: ["Ä 'new'"], description: "kept" });
    expect(after["rowVersion"]).not.toBe(b.rowVersion);
    expect(await read(suite, c)).toMatchObject({ dependsOn: ["b"], rowVersion: c.rowVersion });
    expect(refusal(await put(suite, b, { dependsOn: ["a"] }))).toEqual([
      409,
      "CONCURRENCY_CONFLICT",
    ]);
  });

  it("that one call makes while another deletes its case is never left without the case", async () => {
    const [suite, a] = await makeSuiteOf({ name: "a" });
    if (a === undefined) throw new Error("no case");
    const [added, removed] = await Promise.all([
      add(suite, { name: "b", dependsOn: ["a"] }),
      send(suite, "DELETE", `/${a.id}`),
    ]);
    expect([
      [201, 409],
      [400, 204],
    ]).toContainEqual([added.status, removed.status]);
  });
});

describe("what cannot be run is not stored", () => {
  const broken: [string, object, string][] = [
    ["a template in the address", { request: { ...get, url: "/{{ }}" } }, "request.url"],
    [
      "a template in the body",
      { request: { ...get, body: { type: "json", value: ["{{a"] } } },
      "request.body",
    ],
    [
      "a JSONPath",
      { assertions: [{ source: "jsonPath", path: "$.[", operator: "exists" }] },
      "assertions[0].path",
    ],
    [
      "an assertion that does not say where",
      { assertions: [{ source: "header", operator: "exists" }] },
      "assertions[0]",
    ],
    [
      "an expected pattern",
      { assertions: [{ source: "body", operator: "matches", expected: "(" }] },
      "assertions[0].expected",
    ],
    [
      "an expected range",
      { assertions: [{ source: "status", operator: "between", expected: [1] }] },
      "assertions[0].expected",
    ],
    [
      "an extraction's pattern",
      { extractions: [{ name: "a", source: "body", pattern: "[" }] },
      "extractions[0].pattern",
    ],
    [
      "an extraction's path",
      { extractions: [{ name: "a", source: "jsonPath", path: "a.b" }] },
      "extractions[0].path",
    ],
    [
      "an assertion of a retry",
      {
        retry: { maxAttempts: 2, until: [{ source: "body", operator: "matches", expected: "*" }] },
      },
      "retry.until[0].expected",
    ],
    ["a condition", { when: { value: "{{a", operator: "exists" } }, "when.value"],
    ["a list to repeat over", { foreach: { items: "{{a", as: "x" } }, "foreach.items"],
  ];

  it.each(broken)("%s", async (_, fields, field) => {
    const [suite, made] = await makeSuiteOf({ name: "a" });
    if (made === undefined) throw new Error("no case");
    const created = await add(suite, { name: "b", ...fields });
    expect(refusal(created)).toEqual([400, "VALIDATION_FAILED"]);
    expect(fieldsOf(created)).toEqual([field]);
    expect(fieldsOf(await put(suite, made, fields))).toEqual([field]);
  });
});

describe("nesting", () => {
  const nest = (levels: number): unknown =>
    Array.from({ length: levels }).reduce((inner) => [inner], 1 as unknown);
  const withValue = (value: unknown) => ({ request: { ...get, body: { type: "json", value } } });

  it("nests at most as deep as a file may, so that a stored case can be imported from its file", async () => {
    const suite = await scene.makeSuite({ variables: { deep: nest(49) } });
    expect((await add(suite, { name: "deep", ...withValue(nest(47)) })).status).toBe(201);
    const exported = await scene.send("GET", `/${suite.id}/file`);
    const again = await scene.send("POST", "/import", { yaml: exported.text });
    expect(again.body).toMatchObject({ isNew: false, changed: 0 });
    const deeper = await add(suite, { name: "deeper", ...withValue(nest(48)) });
    expect([refusal(deeper), fieldsOf(deeper)]).toEqual([[400, "VALIDATION_FAILED"], ["request"]]);
    const variable = await scene.send("POST", "", { name: "Deep", variables: { a: nest(50) } });
    expect(fieldsOf(variable)).toEqual(["variables.a"]);
  });
});

describe("a body", () => {
  it.each([
    ["an unknown field", { names: "x" }, "names"],
    ["an unknown field inside", { request: { ...get, verb: "x" } }, "request.verb"],
    ["an unknown method", { request: { method: "get", url: "/" } }, "request.method"],
    ["a number for a text", { description: 1 }, "description"],
    ["a text for a number", { retry: { maxAttempts: "3" } }, "retry.maxAttempts"],
    [
      "an unknown kind of body",
      { request: { ...get, body: { type: "xml" } } },
      "request.body.type",
    ],
    ["a phase that is none", { phase: "before" }, "phase"],
  ])("with %s is refused, naming the field", async (_, fields, field) => {
    const suite = await scene.makeSuite();
    const answer = await add(suite, { name: "Body", ...fields });
    expect(refusal(answer)).toEqual([400, "VALIDATION_FAILED"]);
    expect(fieldsOf(answer)).toEqual([field]);
  });
});

describe("an id", () => {
  it("that is unknown, or of a case of another suite or organization, is 404", async () => {
    const [suite, made] = await makeSuiteOf({ name: "a" });
    if (made === undefined) throw new Error("no case");
    const other = await scene.makeSuite();
    expect((await send(suite, "GET", "/none")).status).toBe(404);
    expect((await send(other, "GET", `/${made.id}`)).status).toBe(404);
    expect((await put(other, made, {})).status).toBe(404);
    expect((await send(other, "DELETE", `/${made.id}`)).status).toBe(404);
    const stranger = await makeOrganization(scene.testApp);
    const { key } = stranger.owner;
    expect((await send(suite, "GET", "", undefined, key)).status).toBe(404);
    expect((await send(suite, "DELETE", `/${made.id}`, undefined, key)).status).toBe(404);
    expect((await read(suite, made))["id"]).toBe(made.id);
  });
});

describe("a viewer", () => {
  it("reads and changes nothing", async () => {
    const [suite, made] = await makeSuiteOf({ name: "a" });
    if (made === undefined) throw new Error("no case");
    const { viewer } = scene.keys;
    const body = { name: "v", request: get };
    const calls = [
      await send(suite, "POST", "", body, viewer),
      await send(suite, "PUT", `/${made.id}`, { ...body, rowVersion: made.rowVersion }, viewer),
      await send(suite, "DELETE", `/${made.id}`, undefined, viewer),
      await order(suite, "test", [made.id], viewer),
    ];
    expect(calls.map((call) => call.status)).toEqual([403, 403, 403, 403]);
    expect((await send(suite, "GET", `/${made.id}`, undefined, viewer)).status).toBe(200);
  });
});
