import { describe, expect, it } from "vitest";
import type { JsonObject } from "@lintel/json/value";
import { validateDocument } from "../validate/validate-document.ts";
import { addPolicyHeaders, type PolicyHeader } from "../publish/publish-document.ts";

const header = (name: string, more: Partial<PolicyHeader> = {}): PolicyHeader => ({
  name,
  description: null,
  required: false,
  isDeprecated: false,
  schemaType: "string",
  schemaFormat: null,
  defaultValue: undefined,
  example: undefined,
  serializedExample: null,
  ...more,
});

const requests = (...headers: PolicyHeader[]) => ({ requests: headers, responses: [] });
const responses = (...headers: PolicyHeader[]) => ({ requests: [], responses: headers });

const documentOf = (paths: object, openapi = "3.1.0", components: object = {}) =>
  ({ openapi, info: { title: "t", version: "1" }, paths, components }) as unknown as JsonObject;

const ok = { description: "ok" };
const added = { schema: { type: "string" } };
const parameter = (name: string) => ({ name, in: "header", ...added });

describe("request headers of policies", () => {
  it("become header parameters of every operation, after its own", () => {
    const own = { name: "q", in: "query" };
    const document = documentOf(
      {
        "/a": { get: { responses: { 200: ok } }, post: { parameters: [own] } },
        "/b": { additionalOperations: { COPY: {} }, query: {}, "x-get": {} },
      },
      "3.2.0",
    );
    expect(addPolicyHeaders(document, requests(header("X-Trace"))).paths).toEqual({
      "/a": {
        get: { responses: { 200: ok }, parameters: [parameter("X-Trace")] },
        post: { parameters: [own, parameter("X-Trace")] },
      },
      "/b": {
        additionalOperations: { COPY: { parameters: [parameter("X-Trace")] } },
        query: { parameters: [parameter("X-Trace")] },
        "x-get": {},
      },
    });
  });

  it("are not added if the operation, its path or a reference has one with the name, in any case", () => {
    const document = documentOf(
      {
        "/own": { get: { parameters: [{ name: "x-TRACE", in: "header" }] } },
        "/path": { parameters: [{ name: "X-Trace", in: "header" }], get: {} },
        "/ref": { get: { parameters: [{ $ref: "#/components/parameters/Chain" }] } },
      },
      "3.1.0",
      {
        parameters: {
          Chain: { $ref: "#/components/parameters/Trace" },
          Trace: { name: "X-Trace", in: "header" },
        },
      },
    );
    expect(addPolicyHeaders(document, requests(header("X-Trace")))).toEqual(document);
  });

  it("are added where only a parameter of another place has the name", () => {
    const document = documentOf({
      "/a": { get: { parameters: [{ name: "X-Trace", in: "query" }] } },
    });
    expect(addPolicyHeaders(document, requests(header("X-Trace"))).paths).toEqual({
      "/a": { get: { parameters: [{ name: "X-Trace", in: "query" }, parameter("X-Trace")] } },
    });
  });
});

describe("response headers of policies", () => {
  it("are added to inline responses without one of the name, and to no reference", () => {
    const trace = { description: "own" };
    const document = documentOf({
      "/a": {
        get: {
          responses: {
            200: ok,
            404: { $ref: "#/components/responses/NotFound" },
            500: { ...ok, headers: { "x-trace": trace } },
            default: { ...ok, headers: { Other: trace } },
            "x-note": {},
          },
        },
      },
    });
    expect(addPolicyHeaders(document, responses(header("X-Trace"))).paths).toEqual({
      "/a": {
        get: {
          responses: {
            200: { ...ok, headers: { "X-Trace": added } },
            404: { $ref: "#/components/responses/NotFound" },
            500: { ...ok, headers: { "x-trace": trace } },
            default: { ...ok, headers: { Other: trace, "X-Trace": added } },
            "x-note": {},
          },
        },
      },
    });
  });
});

describe("documents with policies", () => {
  const full = header("X-Full", {
    description: "d",
    required: true,
    isDeprecated: true,
    schemaType: "integer",
    schemaFormat: "int32",
    defaultValue: 1,
    example: 2,
    serializedExample: "2",
  });
  const schema = { type: "integer", format: "int32", default: 1 };
  const said = { description: "d", required: true, deprecated: true, schema };

  it("say all of a header, each version as it can", () => {
    const paths = { "/a": { get: { responses: { 200: ok } } } };
    const at = (openapi: string) =>
      JSON.stringify(addPolicyHeaders(documentOf(paths, openapi), responses(full)).paths);
    const wanted = (sample: object) =>
      JSON.stringify({
        "/a": {
          get: { responses: { 200: { ...ok, headers: { "X-Full": { ...said, ...sample } } } } },
        },
      });
    expect(at("3.0.4")).toBe(wanted({ example: 2 }));
    expect(at("3.1.2")).toBe(wanted({ example: 2 }));
    expect(at("3.2.0")).toBe(
      wanted({ examples: { example: { dataValue: 2, serializedValue: "2" } } }),
    );
  });

  it.each(["3.0.4", "3.1.2", "3.2.0"])("stay valid in %s", (openapi) => {
    const document = documentOf({ "/a": { get: { responses: { 200: ok } } } }, openapi);
    const list = header("X-List", { schemaType: "array", example: [1] });
    const headers = { requests: [full, list], responses: [full, list] };
    const version = openapi.slice(0, 3) as "3.0";
    expect(validateDocument(addPolicyHeaders(document, headers), version).findings).toEqual([]);
  });

  it("take the first of two headers of one name", () => {
    const document = documentOf({ "/a": { get: { responses: { 200: ok } } } });
    const headers = responses(header("X-A", { description: "first" }), header("x-a"));
    expect(addPolicyHeaders(document, headers).paths).toMatchObject({
      "/a": { get: { responses: { 200: { headers: { "X-A": { description: "first" } } } } } },
    });
    expect(JSON.stringify(addPolicyHeaders(document, headers))).not.toContain("x-a");
  });

  it("are the same object where no policy covers them, and never changed in place", () => {
    const document = documentOf({ "/a": { get: { responses: { 200: ok } } } });
    const text = JSON.stringify(document);
    expect(addPolicyHeaders(document, { requests: [], responses: [] })).toBe(document);
    addPolicyHeaders(document, { requests: [full], responses: [full] });
    expect(JSON.stringify(document)).toBe(text);
  });

  it("leave alone what has no shape of OpenAPI", () => {
    for (const paths of [
      [],
      null,
      { "/a": null, x: { get: {} } },
      { "/a": { get: { parameters: {}, responses: [] }, post: "x" } },
    ]) {
      const document = documentOf(paths as object);
      const headers = { requests: [full], responses: [full] };
      expect(addPolicyHeaders(document, headers)).toEqual(document);
    }
  });
});
