import { describe, expect, it } from "vitest";
import { compareDocuments, type CompareOptions } from "./compare-documents.ts";
import { makeBody, makeDocument, makeOperation } from "./testing/example-documents.ts";

const responses = { "200": { description: "It" } };
const text = { type: "string" };

function find(before: unknown, after: unknown, options?: CompareOptions): string[] {
  const { changes } = compareDocuments(before, after, options);
  return changes.map(({ severity, rule, direction }) => `${severity} ${rule} ${direction ?? "-"}`);
}

describe("two documents", () => {
  it("have a verdict, the version that they require, and the changes of each endpoint", () => {
    const operation = (more: object) => ({ responses, ...more });
    const paths = (b: object, more: object) =>
      makeDocument({
        paths: { "/a": { get: operation({}) }, "/b": { get: operation(b) }, ...more },
      });
    const result = compareDocuments(
      paths({ summary: "One", operationId: "b" }, { "/c": { put: operation({}) } }),
      paths({ summary: "Two", operationId: "b" }, { "/d": { put: operation({}) } }),
    );
    expect(result).toMatchObject({ verdict: "breaking", semverBump: "major" });
    expect(
      result.endpoints.map(({ method, path, status }) => `${method} ${path} ${status}`),
    ).toEqual(["GET /a unchanged", "GET /b documentationOnly", "PUT /d added", "PUT /c removed"]);
    expect(result.endpoints[1]).toMatchObject({ operationId: "b", verdict: "safe" });
    const [removed] = result.changes;
    expect(removed).toMatchObject({
      rule: "endpoint-removed",
      pointer: "/paths/~1c/put",
      method: "PUT",
      path: "/c",
      message: "PUT /c is removed. Clients that call it get an error.",
    });
  });

  it.each([
    ["none", {}, {}],
    ["patch", { summary: "One" }, { summary: "Two" }],
    ["minor", {}, { deprecated: true }],
    ["minor", { operationId: "a" }, { operationId: "b" }],
    [
      "major",
      { parameters: [{ name: "a", in: "query", schema: text }] },
      { parameters: [{ name: "a", in: "query", required: true, schema: text }] },
    ],
  ])("call for %s", (bump, before, after) => {
    expect(compareDocuments(makeOperation(before), makeOperation(after)).semverBump).toBe(bump);
  });

  it("name every endpoint that a changed component reaches, and the change once", () => {
    const document = (more: object) => {
      const content = { "application/json": { schema: { $ref: "#/components/schemas/It" } } };
      const get = { responses: { "200": { description: "It", content } } };
      return makeDocument({
        paths: { "/a": { get }, "/b": { get }, "/c": { get: { responses } } },
        components: {
          schemas: {
            It: { properties: { inner: { $ref: "#/components/schemas/Inner" } } },
            Inner: { ...text, ...more },
          },
        },
      });
    };
    const result = compareDocuments(document({ enum: ["a"] }), document({ enum: ["a", "b"] }));
    expect(result.changes).toHaveLength(1);
    expect(result.changes[0]).toMatchObject({
      rule: "enum-value-added",
      severity: "breaking",
      path: "/a",
    });
    expect(result.endpoints.map(({ verdict }) => verdict)).toEqual([
      "breaking",
      "breaking",
      "safe",
    ]);
    expect(result.schemas.map(({ status }) => status)).toEqual(["unchanged", "modified"]);
  });

  it("may refer in circles, nest deeply and have any names", () => {
    const circle = (type: string) => ({
      components: {
        schemas: {
          Node: { properties: { next: { $ref: "#/components/schemas/Node" }, value: { type } } },
          Self: { allOf: [{ $ref: "#/components/schemas/Self" }] },
          Ring: { $ref: "#/components/schemas/Ring" },
        },
      },
    });
    const node = {
      anyOf: ["Node", "Self", "Ring"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    };
    expect(
      find(
        makeBody(node, "request", circle("string")),
        makeBody(node, "request", circle("integer")),
      ),
    ).toEqual(["breaking type-changed request"]);
    const nest = (leaf: object) => {
      let schema: object = leaf;
      for (let depth = 0; depth < 20_000; depth += 1) schema = { items: schema };
      return makeBody(schema, "response");
    };
    expect(find(nest({ type: "integer" }), nest({ type: "number" }))).toEqual([
      "breaking type-widened response",
    ]);
    const named = (type: string) =>
      makeBody(
        JSON.parse(
          `{"properties":{"__proto__":{"type":"${type}"},"constructor":{},"$ref":{"type":"string"}}}`,
        ),
        "request",
      );
    expect(find(named("string"), named("integer"))).toEqual(["breaking type-changed request"]);
    expect(find(named("string"), named("string"))).toEqual([]);
  });

  it("refuse a severity for a rule that does not exist, and suggest existing ones", () => {
    const [document, severities] = [makeOperation({}), { "endpoint-remove": "info" } as const];
    expect(() => compareDocuments(document, document, { severities })).toThrow(
      'There is no rule "endpoint-remove". Was endpoint-removed or deprecated-endpoint-removed or endpoint-removed-before-sunset meant?',
    );
  });

  it("accept a severity for one direction", () => {
    const severities = { "type-changed": { request: "info" } } as const;
    for (const [direction, expected] of [
      ["request", "info"],
      ["response", "breaking"],
    ] as const) {
      const [before, after] = [makeBody(text, direction), makeBody({ type: "integer" }, direction)];
      expect(find(before, after, { severities })).toEqual([
        `${expected} type-changed ${direction}`,
      ]);
    }
  });
});
