import { describe, expect, it } from "vitest";
import type { Design } from "../model/design.types.ts";
import type { Json, JsonObject } from "@lintel/json/value";
import { mergeDocuments, type MergedDocuments } from "./testing/merge-documents.ts";

const withPaths = (paths: JsonObject, more: JsonObject = {}): JsonObject => ({
  openapi: "3.1.0",
  info: { title: "Books", version: "1" },
  paths,
  ...more,
});
const withOperation = (operation: JsonObject) => withPaths({ "/books": { get: operation } });
const withSchema = (schema: Json) => withPaths({}, { components: { schemas: { Book: schema } } });
const schemaOf = ({ document }: MergedDocuments): unknown =>
  (document["components"] as { schemas: JsonObject }).schemas["Book"];

const pathsOf = ({ document }: MergedDocuments) => document["paths"] as Record<string, JsonObject>;
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** Endpoints in the form that people write, with their ids. */
const endpointsOf = ({ endpoints, pathItems }: Design) =>
  Object.fromEntries(
    endpoints.map(({ id, method, pathItemId }) => [
      `${method} ${pathItems.find((each) => each.id === pathItemId)?.path}`,
      id,
    ]),
  );

describe("rows", () => {
  it("keep their ids and what mine changed, and get what theirs changed", () => {
    const merged = mergeDocuments({
      base: withOperation({ summary: "List", responses: { "200": { description: "a" } } }),
      mine: withOperation({ summary: "Mine", responses: { "200": { description: "a" } } }),
      theirs: withOperation({
        summary: "List",
        description: "New",
        responses: { "200": { description: "b" }, "404": { description: "c" } },
      }),
    });
    expect(pathsOf(merged)["/books"]).toEqual({
      get: {
        summary: "Mine",
        description: "New",
        responses: { "200": { description: "b" }, "404": { description: "c" } },
      },
    });
    const [first, second] = merged.design.responses;
    expect(idsOf(merged.design.endpoints)).toEqual(idsOf(merged.mine.endpoints));
    expect(first?.id).toBe(merged.mine.responses[0]?.id);
    expect(second).toMatchObject({ id: expect.stringMatching(/^t/) });
    expect(second?.endpointId).toBe(merged.mine.endpoints[0]?.id);
    expect(merged.conflicts).toEqual([]);
    expect(merged.changes).toEqual([
      {
        kind: "modified",
        entity: "endpoint",
        name: "GET /books",
        id: merged.mine.endpoints[0]?.id,
        details: ["description", "responses"],
      },
    ]);
  });

  it("that theirs removed are gone, unless mine changed them", () => {
    const merged = mergeDocuments({
      base: withPaths({ "/a": { get: {}, put: {} }, "/b": { get: {} } }),
      mine: withPaths({ "/a": { get: { summary: "Mine" }, put: {} }, "/b": { get: {} } }),
      theirs: withPaths({}),
    });
    expect(pathsOf(merged)).toEqual({ "/a": { get: { summary: "Mine" } } });
    expect(merged.conflicts).toEqual([
      {
        pointer: "/paths/~1a/get",
        entity: "endpoint",
        name: "GET /a",
        base: {},
        mine: { summary: "Mine" },
        theirs: undefined,
        kept: "mine",
      },
    ]);
    const reported = merged.changes.map(({ kind, entity, name }) => `${kind} ${entity} ${name}`);
    expect(reported).toEqual(["removed endpoint PUT /a", "removed endpoint GET /b"]);
  });

  it("that mine removed come back only if theirs changed them and is preferred", () => {
    const three = {
      base: withPaths({ "/a": { get: {} } }),
      mine: withPaths({}),
      theirs: withPaths({ "/a": { get: { summary: "New" } } }),
    };
    expect(pathsOf(mergeDocuments(three))).toEqual({});
    expect(mergeDocuments(three).conflicts).toHaveLength(1);
    expect(pathsOf(mergeDocuments(three, "theirs"))).toEqual({ "/a": { get: { summary: "New" } } });
  });

  it("keep the parameters of a path for the endpoint that stays on it", () => {
    const parameters = [{ name: "id", in: "path", required: true }];
    const merged = mergeDocuments({
      base: withPaths({ "/a/{id}": { parameters, get: {}, put: {} } }),
      mine: withPaths({ "/a/{id}": { parameters, get: { summary: "Mine" }, put: {} } }),
      theirs: withPaths({}),
    });
    expect(pathsOf(merged)).toEqual({ "/a/{id}": { parameters, get: { summary: "Mine" } } });
  });

  it("that both sides added are merged into one", () => {
    const merged = mergeDocuments({
      base: withPaths({}),
      mine: withPaths({ "/a": { get: { summary: "S", description: "mine" } } }),
      theirs: withPaths({ "/a": { get: { summary: "S", description: "theirs" }, put: {} } }),
    });
    expect(endpointsOf(merged.design)).toEqual({
      "get /a": merged.mine.endpoints[0]?.id,
      "put /a": expect.stringMatching(/^t/) as unknown,
    });
    const pointers = merged.conflicts.map(({ pointer }) => pointer);
    expect(pointers).toEqual(["/paths/~1a/get/description"]);
  });

  it("stay rows where theirs states an older version", () => {
    const make = (openapi: string) => ({ openapi, paths: { "/a": { query: { summary: "S" } } } });
    const [base, theirs] = [make("3.2.0"), make("3.1.0")];
    const merged = mergeDocuments({ base, mine: base, theirs });
    expect(idsOf(merged.design.endpoints)).toEqual(idsOf(merged.mine.endpoints));
    expect(merged.document).toEqual(theirs);
  });
});

describe("a conflict", () => {
  const three = {
    base: withOperation({ summary: "a", deprecated: false }),
    mine: withOperation({ summary: "b", deprecated: true }),
    theirs: withOperation({ summary: "c", deprecated: true }),
  };

  it("occurs only if both sides changed one thing in different ways", () => {
    const { conflicts } = mergeDocuments(three);
    expect(conflicts).toEqual([
      {
        pointer: "/paths/~1books/get/summary",
        entity: "endpoint",
        name: "GET /books",
        base: "a",
        mine: "b",
        theirs: "c",
        kept: "mine",
      },
    ]);
  });

  it("goes to the preferred side", () => {
    const merged = mergeDocuments(three, "theirs");
    expect(pathsOf(merged)["/books"]).toEqual({ get: { summary: "c", deprecated: true } });
    expect(merged.conflicts).toMatchObject([{ kept: "theirs" }]);
  });

  it.each<[string, JsonObject, JsonObject, JsonObject, string]>([
    ["tag", { tags: [{ name: "a" }] }, { summary: "m" }, { summary: "t" }, "a"],
    [
      "component",
      { components: { responses: { a: {} } } },
      { description: "m" },
      { description: "t" },
      "responses/a",
    ],
    ["schema", { components: { schemas: { a: {} } } }, { type: "m" }, { type: "t" }, "a"],
    ["path", { paths: { "/a": {} } }, { summary: "m" }, { summary: "t" }, "/a"],
    ["document", { servers: [{ url: "/" }] }, { name: "m" }, { name: "t" }, "servers//"],
  ])("names the %s", (entity, base, mine, theirs, name) => {
    const fill = (value: Json, members: JsonObject): Json => {
      if (Array.isArray(value)) return value.map((item: Json) => fill(item, members));
      const inner = Object.entries(value as JsonObject).map(([key, each]): [string, Json] => [
        key,
        typeof each === "string" ? each : fill(each, members),
      ]);
      const isLeaf = inner.every(([, each]) => typeof each === "string");
      return { ...Object.fromEntries(inner), ...(isLeaf ? members : {}) };
    };
    const make = (members: JsonObject) => ({
      openapi: "3.2.0",
      ...(fill(base, members) as JsonObject),
    });
    const { conflicts } = mergeDocuments({
      base: make({}),
      mine: make(mine),
      theirs: make(theirs),
    });
    expect(conflicts).toMatchObject([{ entity, name }]);
  });
});

describe("schemas", () => {
  it("merge member by member, however deep", () => {
    const make = (a: JsonObject, b: JsonObject) =>
      withSchema({ type: "object", properties: { a: { properties: { c: a } }, b } });
    const merged = mergeDocuments({
      base: make({ type: "string" }, {}),
      mine: make({ type: "string", minLength: 1 }, {}),
      theirs: make({ type: "string", maxLength: 9 }, { type: "integer" }),
    });
    const wanted = make({ type: "string", minLength: 1, maxLength: 9 }, { type: "integer" });
    expect(merged.document).toEqual(wanted);
    expect(merged.conflicts).toEqual([]);
  });

  it("merge lists by value where each side added or removed", () => {
    const make = (...names: string[]) => withSchema({ required: names, enum: [1, ...names] });
    const merged = mergeDocuments({
      base: make("a", "b"),
      mine: make("a", "b", "m"),
      theirs: make("t", "b"),
    });
    expect(schemaOf(merged)).toEqual({ required: ["t", "b", "m"], enum: [1, "t", "b", "m"] });
  });

  it.each<[string, Json, Json, Json]>([
    [
      "the same item, changed twice",
      { allOf: [{ a: 1 }] },
      { allOf: [{ a: 2 }] },
      { allOf: [{ a: 3 }] },
    ],
    ["items that are alike", { allOf: [{}, {}] }, { allOf: [{}] }, { allOf: [{}, {}, {}] }],
    ["examples", { example: { a: 1 } }, { example: { a: 1, b: 1 } }, { example: { a: 1, c: 1 } }],
    ["a tuple", { prefixItems: [{}] }, { prefixItems: [{}, true] }, { prefixItems: [{}, false] }],
    ["what became a reference", { type: "a" }, { type: "b" }, { $ref: "#/components/schemas/B" }],
  ])("keep %s as one thing", (_, base, mine, theirs) => {
    const three = { base: withSchema(base), mine: withSchema(mine), theirs: withSchema(theirs) };
    const merged = mergeDocuments(three);
    expect(merged.conflicts).toMatchObject([{ entity: "schema", name: "Book" }]);
    expect(schemaOf(merged)).toEqual(mine);
    expect(schemaOf(mergeDocuments(three, "theirs"))).toEqual(theirs);
  });

  it("have an example of their properties' own name merged as the schema that it is", () => {
    const make = (example: JsonObject) => withSchema({ properties: { example } });
    const merged = mergeDocuments({
      base: make({}),
      mine: make({ type: "string" }),
      theirs: make({ title: "T" }),
    });
    expect(schemaOf(merged)).toEqual({ properties: { example: { type: "string", title: "T" } } });
  });
});

describe("parameters", () => {
  const query = (name: string, more: JsonObject = {}) => ({ name, in: "query", ...more });

  it("merge by name and place or by reference, in theirs' order", () => {
    const ref = { $ref: "#/components/parameters/p" };
    const make = (...parameters: Json[]) => withOperation({ parameters });
    const merged = mergeDocuments({
      base: make(query("a"), query("b"), ref),
      mine: make(query("a", { schema: {} }), query("m"), query("b"), ref),
      theirs: make(ref, query("b"), query("a", { description: "A" }), query("t")),
    });
    const wanted = [
      ref,
      query("b"),
      query("a", { description: "A", schema: {} }),
      query("m"),
      query("t"),
    ];
    expect(pathsOf(merged)["/books"]).toEqual({ get: { parameters: wanted } });
    const order = merged.design.parameters.map(({ id }) => id);
    const [a, m, b, p] = idsOf(merged.mine.parameters);
    expect(order).toEqual([p, b, a, m, expect.stringMatching(/^t/)]);
  });

  it("stay in mine's order where only mine changed it", () => {
    const make = (...names: string[]) =>
      withOperation({ parameters: names.map((name) => query(name)) });
    const merged = mergeDocuments({
      base: make("a", "b"),
      mine: make("b", "a"),
      theirs: make("a", "t", "b"),
    });
    expect(merged.document).toEqual(make("b", "a", "t"));
  });
});

describe("security", () => {
  it("is merged as a whole: alternatives of both would admit callers that neither side intends", () => {
    const make = (...names: string[]) =>
      withOperation({ security: names.map((each) => ({ [each]: [] })) });
    const three = { base: make("a"), mine: make("a", "b"), theirs: make("c") };
    const merged = mergeDocuments(three);
    expect(merged.document).toEqual(three.mine);
    expect(merged.conflicts).toMatchObject([{ pointer: "/paths/~1books/get/security" }]);
  });
});

describe("endpoints that are elsewhere", () => {
  const operation = (operationId: string, more: JsonObject = {}) => ({ operationId, ...more });

  it.each(["mine", "theirs"] as const)(
    "are followed when %s renames a path's variables",
    (side) => {
      const before = { "/a/{id}": { parameters: [], get: { summary: "S" } } };
      const after = { "/a/{userId}": { parameters: [], get: { summary: "S" } } };
      const edited = (path: JsonObject, name: string) => ({
        [name]: { ...path, get: { summary: "E" } },
      });
      const base = withPaths(before);
      const moved = withPaths(after);
      const changed = withPaths(edited(before["/a/{id}"], "/a/{id}"));
      const three =
        side === "theirs"
          ? { base, mine: changed, theirs: moved }
          : { base, mine: moved, theirs: changed };
      const merged = mergeDocuments(three);
      expect(merged.document).toEqual(withPaths(edited(after["/a/{userId}"], "/a/{userId}")));
      expect(merged.conflicts).toEqual([]);
      expect(idsOf(merged.design.pathItems)).toEqual(idsOf(merged.mine.pathItems));
      expect(idsOf(merged.design.endpoints)).toEqual(idsOf(merged.mine.endpoints));
      const details = merged.changes.map(({ entity, details: names }) => [entity, ...names]);
      const renamed = [
        ["path", "path"],
        ["endpoint", "path"],
      ];
      expect(details).toEqual(side === "theirs" ? renamed : [["endpoint", "summary"]]);
    },
  );

  it("are followed by their operationId, to another path and method", () => {
    const merged = mergeDocuments({
      base: withPaths({ "/a": { get: operation("one"), put: operation("two") } }),
      mine: withPaths({
        "/a": { get: operation("one", { summary: "Mine" }), put: operation("two") },
      }),
      theirs: withPaths(
        { "/a": { put: operation("two") }, "/b": { query: operation("one") } },
        {
          openapi: "3.2.0",
        },
      ),
    });
    expect(pathsOf(merged)).toEqual({
      "/a": { put: operation("two") },
      "/b": { query: operation("one", { summary: "Mine" }) },
    });
    const [one, two] = idsOf(merged.mine.endpoints);
    expect(endpointsOf(merged.design)).toEqual({ "put /a": two, "query /b": one });
    expect(merged.changes).toContainEqual({
      kind: "modified",
      entity: "endpoint",
      name: "QUERY /b",
      id: one,
      details: ["method", "path"],
    });
  });

  it("are not followed by an operationId that another one has too", () => {
    const merged = mergeDocuments({
      base: withPaths({ "/a": { get: operation("one") }, "/b": { get: operation("one") } }),
      mine: withPaths({ "/a": { get: operation("one") }, "/b": { get: operation("one") } }),
      theirs: withPaths({ "/c": { get: operation("one") }, "/b": { get: operation("two") } }),
    });
    const ids = endpointsOf(merged.design);
    expect(ids["get /c"]).toMatch(/^t/);
    expect(ids["get /b"]).toBe(merged.mine.endpoints[1]?.id);
  });

  it("conflict if each side moved them to another place", () => {
    const at = (path: string) => withPaths({ [path]: { get: operation("one") } });
    const three = { base: at("/a"), mine: at("/b"), theirs: at("/c") };
    const merged = mergeDocuments(three);
    expect(merged.document).toEqual(three.mine);
    expect(merged.conflicts).toMatchObject([
      { entity: "path", base: "/a", mine: "/b", theirs: "/c", kept: "mine" },
    ]);
    const taken = mergeDocuments(three, "theirs");
    expect(taken.document).toEqual(three.theirs);
    expect(idsOf(taken.design.endpoints)).toEqual(idsOf(taken.mine.endpoints));
  });

  it("are not moved if mine has something else in their new place", () => {
    const merged = mergeDocuments({
      base: withPaths({ "/a": { get: operation("one") } }),
      mine: withPaths({
        "/a": { get: operation("one", { summary: "E" }) },
        "/b": { get: { summary: "M" } },
      }),
      theirs: withPaths({ "/b": { get: operation("one") } }),
    });
    expect(pathsOf(merged)).toEqual({
      "/a": { get: operation("one", { summary: "E" }) },
      "/b": { get: operation("one", { summary: "M" }) },
    });
    expect(merged.conflicts).toMatchObject([{ name: "GET /a", theirs: undefined }]);
  });
});

it("treats as new what each side moved to the same place after removing the other's", () => {
  const at = (path: string, operationId: string) => ({ [path]: { get: { operationId } } });
  const merged = mergeDocuments({
    base: withPaths({ ...at("/a", "one"), ...at("/b", "two") }),
    mine: withPaths(at("/c", "one")),
    theirs: withPaths(at("/c", "two")),
  });
  expect(pathsOf(merged)).toEqual(at("/c", "one"));
  expect(merged.conflicts).toMatchObject([{ base: undefined, mine: "one", theirs: "two" }]);
  expect(idsOf(merged.design.endpoints)).toEqual(idsOf(merged.mine.endpoints));
});

describe("the order of members", () => {
  const make = (...names: string[]) =>
    withSchema({ properties: Object.fromEntries(names.map((name) => [name, {}])) });
  const orderOf = (merged: MergedDocuments) =>
    Object.keys((schemaOf(merged) as { properties: JsonObject }).properties).join("");

  it.each([
    ["theirs', with mine's new names behind their neighbours", "abc", "ambc", "cba", "cbam"],
    ["mine's where only mine changed it, with theirs' behind theirs", "abc", "cba", "abtc", "cbta"],
    ["mine's where both changed it", "abc", "cba", "bac", "cba"],
  ])("is %s", (_, base, mine, theirs, wanted) => {
    const three = { base: make(...base), mine: make(...mine), theirs: make(...theirs) };
    expect(orderOf(mergeDocuments(three))).toBe(wanted);
  });

  it("is a change by itself", () => {
    const merged = mergeDocuments({
      base: make("a", "b"),
      mine: make("a", "b"),
      theirs: make("b", "a"),
    });
    expect(merged.changes).toMatchObject([{ entity: "schema", details: ["properties"] }]);
  });
});

it("takes over a new name of the API and new members of the document", () => {
  const merged = mergeDocuments({
    base: withPaths({}),
    mine: withPaths({}, { servers: [{ url: "/mine" }] }),
    theirs: { ...withPaths({}), info: { title: "Shop", version: "2" }, webhooks: {} },
  });
  expect(merged.design.document).toMatchObject({ title: "Shop", version: "2" });
  expect(merged.document["servers"]).toEqual([{ url: "/mine" }]);
  expect(merged.changes).toEqual([
    {
      kind: "modified",
      entity: "document",
      name: "",
      id: null,
      details: ["info/title", "info/version", "webhooks"],
    },
  ]);
});
