import { describe, expect, it } from "vitest";
import { compareDocuments } from "../compare-documents.ts";
import { makeDocument, makeOperation } from "../testing/example-documents.ts";

const responses = { "200": { description: "It" } };
const text = { type: "string" };

/** Changes of the messages, without those that only concern the text of the document. */
function find(before: unknown, after: unknown): string[] {
  const { changes } = compareDocuments(before, after);
  const onWire = changes.filter(({ rule }) => rule !== "document-changed");
  return onWire.map(({ severity, rule, direction }) => `${severity} ${rule} ${direction ?? "-"}`);
}

describe("paths", () => {
  const at = (path: string, more: object = {}) =>
    makeDocument({ paths: { [path]: { get: { responses } } }, ...more });

  it("are the same with other names of variables, and with any part in the servers", () => {
    expect(find(at("/a/{x}"), at("/a/{y}"))).toEqual(["info path-variable-renamed -"]);
    const [long, short] = [
      at("/v1/a", { servers: [{ url: "https://a.example" }] }),
      at("/a", { servers: [{ url: "https://a.example/v1" }] }),
    ];
    expect(find(long, short)).toEqual([]);
    expect(find(short, long)).toEqual([]);
    expect(compareDocuments(long, short).endpoints[0]).toMatchObject({
      path: "/a",
      oldPath: "/v1/a",
    });
  });

  it("are others with another segment, method or server", () => {
    expect(find(at("/a"), at("/b"))).toEqual([
      "breaking endpoint-removed -",
      "info endpoint-added -",
    ]);
    const moved = at("/a", { servers: [{ url: "https://a.example/v2" }] });
    expect(find(at("/a", { servers: [{ url: "https://a.example/v1" }] }), moved)).toEqual([
      "breaking server-removed -",
      "info server-added -",
    ]);
  });

  it("have the methods of 3.2", () => {
    const of = (item: object) => makeDocument({ paths: { "/a": item } });
    const all = of({ query: { responses }, additionalOperations: { PURGE: { responses } } });
    const result = compareDocuments(all, of({}));
    expect(result.endpoints.map(({ method, status }) => `${method} ${status}`)).toEqual([
      "QUERY removed",
      "PURGE removed",
    ]);
  });
});

describe("parameters", () => {
  const of = (...parameters: readonly object[]) => makeOperation({ parameters });
  const one = (more: object) => of({ name: "a", in: "query", schema: text, ...more });

  it("are headers in any case, and variables of the path by their position", () => {
    const header = (name: string) => of({ name, in: "header", schema: text });
    expect(find(header("X-Id"), header("x-id"))).toEqual([]);
    const path = (name: string, type: string) =>
      makeDocument({
        paths: {
          [`/a/{${name}}`]: {
            get: {
              responses,
              parameters: [{ name, in: "path", required: true, schema: { type } }],
            },
          },
        },
      });
    expect(find(path("x", "string"), path("y", "integer"))).toEqual([
      "breaking type-changed request",
      "info path-variable-renamed -",
    ]);
  });

  it("are written alike when a default is spelled out, and otherwise when it is not the default", () => {
    const list = { type: "array", items: text };
    expect(
      find(one({ schema: list }), one({ schema: list, style: "form", explode: true })),
    ).toEqual([]);
    expect(find(one({}), one({ explode: false }))).toEqual([]);
    expect(find(one({ schema: list }), one({ schema: list, explode: false }))).toEqual([
      "breaking parameter-serialization-changed request",
    ]);
  });

  it("are the whole query in 3.2", () => {
    const query = (schema: object) =>
      of({ name: "q", in: "querystring", content: { "application/json": { schema } } });
    expect(find(query({ type: "object" }), query({ type: "object", minProperties: 1 }))).toEqual([
      "breaking min-properties-raised request",
    ]);
  });
});

describe("messages", () => {
  const body = (type: string, schema: object = text) =>
    makeOperation({ requestBody: { content: { [type]: { schema } } } });
  const answer = (...statuses: readonly (readonly [string, object])[]) =>
    makeOperation({
      responses: Object.fromEntries(
        statuses.map(([status, schema]) => [
          status,
          { description: "It", content: { "application/json": { schema } } },
        ]),
      ),
    });

  it("have media types in any case, with parameters and as ranges", () => {
    expect(find(body("application/json"), body("Application/JSON; charset=utf-8"))).toEqual([]);
    expect(find(body("application/json"), body("*/*", { type: "integer" }))).toEqual([
      "breaking type-changed request",
      "info media-type-widened request",
    ]);
    expect(find(body("application/json"), body("text/csv"))).toEqual([
      "breaking media-type-removed request",
      "info media-type-added request",
    ]);
  });

  it("have items of a stream in 3.2", () => {
    const stream = (schema: object) =>
      makeOperation({
        responses: {
          "200": { description: "It", content: { "application/jsonl": { itemSchema: schema } } },
        },
      });
    expect(find(stream({ type: "integer" }), stream({ type: "number" }))).toEqual([
      "breaking type-widened response",
    ]);
  });

  it("answer what a range or the default has answered", () => {
    expect(find(answer(["2XX", text]), answer(["200", text]))).toEqual([]);
    expect(find(answer(["200", text]), answer(["2XX", { type: "integer" }]))).toEqual([
      "breaking type-changed response",
    ]);
    expect(
      find(
        answer(["200", text], ["default", text]),
        answer(["200", text], ["404", text], ["default", text]),
      ),
    ).toEqual([]);
    expect(
      find(answer(["200", text], ["201", text]), answer(["200", text], ["default", text])),
    ).toEqual(["breaking success-response-removed response", "info error-response-added response"]);
  });
});

describe("callbacks and webhooks", () => {
  const inner = (schema: object) => ({
    post: { responses, requestBody: { content: { "application/json": { schema } } } },
  });
  it("have the API send the request: there, wider breaks", () => {
    const callback = (schema: object) =>
      makeOperation({ callbacks: { done: { "{$request.body#/u}": inner(schema) } } });
    const webhook = (schema: object) => makeDocument({ webhooks: { done: inner(schema) } });
    for (const make of [callback, webhook]) {
      expect(find(make({ type: "integer" }), make({ type: "number" }))).toEqual([
        "breaking type-widened response",
      ]);
      expect(find(make({ type: "number" }), make({ type: "integer" }))).toEqual([
        "info type-narrowed response",
      ]);
    }
  });
});

describe("security", () => {
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const of = (security: unknown, own: object = {}, schemes: object = { key }) =>
    makeOperation(own, { security, components: { securitySchemes: schemes } });

  it("is that of the operation before that of the document, and none if its list is empty", () => {
    expect(find(of([{ key: [] }]), of(undefined, { security: [{ key: [] }] }))).toEqual([]);
    expect(find(of([{ key: [] }], { security: [] }), of([{ key: [] }]))).toEqual([
      "breaking security-required -",
    ]);
    expect(find(of([{ key: [] }]), of([{ key: [] }], { security: [] }))).toEqual([
      "info security-dropped -",
    ]);
  });

  it("is the same under another name, and reported once if all operations share it", () => {
    expect(find(of([{ key: [] }]), of([{ token: [] }], {}, { token: key }))).toEqual([]);
    const { changes } = compareDocuments(of([]), of([{ key: [] }]));
    expect(changes[0]).toMatchObject({ pointer: "/security", method: null, path: null });
  });
});
