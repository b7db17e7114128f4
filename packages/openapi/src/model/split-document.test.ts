import { describe, expect, it } from "vitest";
import type { JsonObject } from "@lintel/json/value";
import type { Design, EndpointRow } from "./design.types.ts";
import { joinDocument, splitDocument } from "../design-document.ts";

function split(document: JsonObject) {
  let count = 0;
  return splitDocument(document, { newId: () => `id${(count += 1)}` });
}

const withOperation = (operation: JsonObject, openapi = "3.2.0"): JsonObject => ({
  openapi,
  paths: { "/a/{id}": { get: operation } },
});

const operationOf = (design: Design): unknown => {
  const paths = joinDocument(design)["paths"] as Record<string, Record<string, unknown>>;
  return paths["/a/{id}"]?.["get"];
};

const changed = (design: Design, change: Partial<EndpointRow>): Design => ({
  ...design,
  endpoints: design.endpoints.map((row) => ({ ...row, ...change })),
});

describe("splitting", () => {
  it("makes a row of everything that the designer edits", () => {
    const { design, warnings } = split({
      openapi: "3.2.0",
      info: { title: "Books", version: "1.0.0", license: { name: "MIT" } },
      servers: [{ url: "/api" }],
      tags: [{ name: "a", kind: "nav", "x-icon": 1 }],
      paths: {
        "/a/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          get: {
            summary: "Read",
            deprecated: true,
            tags: ["a"],
            security: [{ key: [], oauth: ["read"] }, {}],
            requestBody: { content: { "text/plain": { schema: true } } },
            responses: {
              "200": {
                description: "Fine",
                headers: { "X-Total": { schema: { type: "integer" }, example: 3 } },
                content: { "application/jsonl": { itemSchema: {}, examples: {} } },
              },
              default: { $ref: "#/components/responses/Error" },
            },
          },
          trace: {},
        },
      },
      components: { responses: { Error: { description: "" } }, mediaTypes: { m: {} } },
    });
    expect(warnings).toEqual([]);
    expect(design).toMatchObject({
      document: { title: "Books", rest: { servers: [{ url: "/api" }] } },
      tags: [{ name: "a", kind: "nav", rest: { "x-icon": 1 } }],
      pathItems: [{ path: "/a/{id}", rest: { trace: {} } }],
      endpoints: [{ method: "get", summary: "Read", tags: ["a"], isDeprecated: true, rest: null }],
      securityAssignments: [
        { alternative: 0, position: 0, schemeName: "key", scopes: [] },
        { alternative: 0, position: 1, schemeName: "oauth", scopes: ["read"] },
        { alternative: 1, position: 0, schemeName: null, scopes: [] },
      ],
      parameters: [{ name: "id", location: "path", required: true, endpointId: null }],
      requestBodies: [{ required: false, description: null }],
      responses: [
        { statusCode: "200", description: "Fine" },
        { statusCode: "default", ref: "#/components/responses/Error" },
      ],
      responseHeaders: [{ name: "X-Total", schema: { type: "integer" }, example: 3 }],
      mediaTypes: [
        { contentType: "text/plain", schema: true, responseId: null },
        { contentType: "application/jsonl", itemSchema: {}, rest: { examples: {} } },
      ],
      components: [
        { kind: "responses", name: "Error" },
        { kind: "mediaTypes", name: "m" },
      ],
    });
  });

  it("lifts the media type of a querystring parameter into its columns", () => {
    const content = {
      "application/json": { schema: { type: "object" }, example: 1, encoding: {} },
    };
    const parameter = { name: "q", in: "querystring", content };
    const { design } = split(withOperation({ parameters: [parameter] }));
    const columns = { contentType: "application/json", schema: { type: "object" }, example: 1 };
    expect(design.parameters).toMatchObject([{ ...columns, rest: null }]);
    expect(operationOf(design)).toEqual({ parameters: [parameter] });
  });

  it.each<[string, JsonObject, string]>([
    ["parameters", { parameters: [{ name: "a" }] }, "/paths/~1a~1{id}/get/parameters"],
    ["parameters", { parameters: {} }, "/paths/~1a~1{id}/get/parameters"],
    ["security", { security: [{ key: "read" }] }, "/paths/~1a~1{id}/get/security"],
    ["requestBody", { requestBody: [] }, "/paths/~1a~1{id}/get/requestBody"],
    ["responses", { responses: [] }, "/paths/~1a~1{id}/get/responses"],
  ])("keeps %s that have another shape, and says where", (member, operation, pointer) => {
    const { design, warnings } = split(withOperation(operation));
    expect(warnings).toMatchObject([{ code: "KEPT_AS_WRITTEN", severity: "warn", pointer }]);
    expect(design.endpoints).toMatchObject([{ rest: { [member]: operation[member] } }]);
  });

  it("keeps the one response that does not fit in addition to those that do", () => {
    const { design, warnings } = split(
      withOperation({ responses: { "200": {}, "2xx": {}, "x-note": 1, "404": null } }),
    );
    expect(warnings.map(({ pointer }) => pointer)).toEqual([
      "/paths/~1a~1{id}/get/responses/404",
      "/paths/~1a~1{id}/get/responses/2xx",
    ]);
    expect(design.responses).toMatchObject([{ statusCode: "200" }]);
    expect(design.endpoints[0]?.remnants).toMatchObject({
      responses: { rest: { "2xx": {}, "x-note": 1, "404": null } },
    });
  });

  it("keeps all that does not fit, and warns of the first five hundred", () => {
    const responses = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`s${at}`, {}]));
    const { design, warnings } = split(withOperation({ responses }));
    expect(warnings).toHaveLength(500);
    expect(operationOf(design)).toEqual({ responses });
  });

  it("leaves what PostgreSQL cannot keep as text out of the columns", () => {
    const { design } = split(
      withOperation({ summary: "a\0b", description: "\ud800", tags: ["\0"] }),
    );
    expect(design.endpoints).toMatchObject([{ summary: null, description: null, tags: [] }]);
  });

  it("leaves members of 3.2 in the rest of older documents", () => {
    const document = { openapi: "3.1.0", tags: [{ name: "a", kind: "nav" }] };
    expect(split(document).design.tags).toMatchObject([{ kind: null, rest: { kind: "nav" } }]);
  });
});

describe("joining rows that were changed", () => {
  const operation = { deprecated: false, "x-a": 1, summary: "S", parameters: [], responses: {} };
  const { design } = split(withOperation(operation));

  it("writes new members, leaves out cleared ones and keeps the order of the others", () => {
    const next = changed(design, { description: "D", summary: null, isDeprecated: true });
    expect(JSON.stringify(operationOf(next))).toBe(
      JSON.stringify({
        deprecated: true,
        "x-a": 1,
        parameters: [],
        responses: {},
        description: "D",
      }),
    );
  });

  it("lets a column win over a value of another shape", () => {
    const odd = split(withOperation({ summary: 5, tags: "a" })).design;
    expect(operationOf(changed(odd, { summary: "S" }))).toEqual({ summary: "S", tags: "a" });
  });

  it("distinguishes empty security from missing security", () => {
    const stated = split(withOperation({ security: [] })).design;
    expect(operationOf(stated)).toEqual({ security: [] });
    const unstated = split(withOperation({})).design;
    expect(operationOf(unstated)).toEqual({});
    const id = stated.endpoints[0]?.id ?? "";
    const row = { id: "s", endpointId: id, alternative: 4, position: 0, scopes: [] };
    const assigned = { ...stated, securityAssignments: [{ ...row, schemeName: "key" }] };
    expect(operationOf(assigned)).toEqual({ security: [{ key: [] }] });
  });
});
