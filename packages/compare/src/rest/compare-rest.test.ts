import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyChange, mutateJson } from "@lintel/openapi/testing/mutate-json";
import type { Json } from "@lintel/json/value";
import { compareDocuments, type CompareOptions } from "../compare-documents.ts";
import { toCanonicalText } from "@lintel/json/canonical";
import { makeBody, makeDocument, makeOperation } from "../testing/example-documents.ts";
import { reorder } from "../testing/rewrite-schema.ts";

const text = { type: "string" };

function find(before: unknown, after: unknown, options?: CompareOptions): string[] {
  const { changes } = compareDocuments(before, after, options);
  return changes.map(({ severity, rule, pointer }) => `${severity} ${rule} ${pointer}`);
}

/** A document with parts of every kind. */
const full = makeDocument({
  tags: [{ name: "a" }, { name: "b" }],
  servers: [{ url: "https://a.example" }],
  security: [{ key: [] }],
  paths: {
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: {
        tags: ["a"],
        deprecated: true,
        "x-sunset": "2030-01-01",
        parameters: [{ $ref: "#/components/parameters/Page" }],
        responses: {
          "200": {
            description: "It",
            headers: { "X-Rate": { schema: { type: "integer" } } },
            links: { next: { operationId: "b" } },
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Thing" },
                examples: { one: { $ref: "#/components/examples/One" } },
              },
            },
          },
        },
      },
      post: {
        requestBody: {
          content: { "application/json": { schema: { $ref: "#named" } } },
        },
        callbacks: { done: { "{$request.body#/u}": { post: { responses: {} } } } },
        responses: { default: { description: "Else" } },
      },
    },
  },
  components: {
    parameters: { Page: { name: "page", in: "query", schema: { type: "integer" } } },
    schemas: {
      Thing: { type: "object", required: ["id", "name"], properties: { id: text, name: text } },
      Named: { $anchor: "named", type: "string", enum: ["a", "b"] },
    },
    examples: { One: { value: { id: "1" } }, Unused: { value: 1 } },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  },
}) as Json;

describe("a difference", () => {
  it("is always found, for any change", () => {
    const canonical = toCanonicalText(full);
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 3 }), (changes) => {
        const after = mutateJson(full, changes);
        const isSame = toCanonicalText(after) === canonical;
        expect(compareDocuments(full, after).semverBump === "none").toBe(isSame);
        expect(compareDocuments(after, full).semverBump === "none").toBe(isSame);
      }),
      { numRuns: 1_000 },
    );
  });

  it("does not exist if only the order of members differs", () => {
    expect(reorder(full)).toEqual(full);
    expect(find(full, reorder(full))).toEqual([]);
  });

  it.each<[string, object, object, string]>([
    [
      "an example behind a reference",
      { components: { examples: { One: { value: 1 } } } },
      { components: { examples: { One: { value: 2 } } } },
      "info document-changed /components/examples/One/value",
    ],
    [
      "the API's version",
      { info: { title: "T", version: "1" } },
      { info: { title: "T", version: "2" } },
      "info api-version-changed /info/version",
    ],
    [
      "an unused component",
      { components: {} },
      { components: { responses: { No: { description: "No" } } } },
      "info document-changed /components/responses",
    ],
    [
      "a security scheme that is not used",
      { components: { securitySchemes: {} } },
      { components: { securitySchemes: { a: { type: "http", scheme: "basic" } } } },
      "info document-changed /components/securitySchemes/a",
    ],
    [
      "the order of a list",
      {
        "x-a": 1,
        paths: { "/a": { get: { tags: [] } } },
        components: { examples: { a: { value: [1, 2] } } },
      },
      {
        "x-a": 1,
        paths: { "/a": { get: { tags: [] } } },
        components: { examples: { a: { value: [2, 1] } } },
      },
      "info document-changed /components/examples/a/value",
    ],
  ])("in %s is documentation", (_, before, after, expected) => {
    expect(find(makeDocument(before), makeDocument(after))).toEqual([expected]);
  });

  it("in a component that an endpoint uses makes it documentation only", () => {
    const of = (value: number) =>
      makeOperation(
        {
          responses: {
            "200": {
              description: "It",
              content: {
                "application/json": { examples: { a: { $ref: "#/components/examples/A" } } },
              },
            },
          },
        },
        { components: { examples: { A: { value } } } },
      );
    const { endpoints, semverBump } = compareDocuments(of(1), of(2));
    expect(endpoints[0]).toMatchObject({ status: "documentationOnly", verdict: "safe" });
    expect(semverBump).toBe("patch");
  });
});

describe("references by name", () => {
  const through = (reference: object, named: object) => (type: string) =>
    makeBody({ properties: { a: reference }, $defs: { x: { ...named, type } } }, "request");
  const inComponents = (reference: object, named: object) => (type: string) =>
    makeBody(reference, "request", { components: { schemas: { A: { ...named, type } } } });

  it.each([
    ["$anchor", { $ref: "#here" }, { $anchor: "here" }],
    ["$dynamicRef", { $dynamicRef: "#here" }, { $dynamicAnchor: "here" }],
    [
      "$id and $anchor",
      { $ref: "https://a.example/s#here" },
      { $id: "https://a.example/s", $anchor: "here" },
    ],
  ])("by %s lead to what is compared", (_, reference, named) => {
    for (const make of [through(reference, named), inComponents(reference, named)]) {
      expect(compareDocuments(make("string"), make("integer"))).toMatchObject({
        verdict: "breaking",
        semverBump: "major",
      });
      expect(find(make("string"), make("string"))).toEqual([]);
    }
  });
});

describe("parts with a sunset date", () => {
  const today = new Date("2026-06-01");
  const operation = (more: object) => makeOperation({ deprecated: true, ...more });
  const parameter = (more: object) =>
    makeOperation({
      parameters: [{ name: "q", in: "query", deprecated: true, schema: text, ...more }],
    });

  it.each([
    [
      "2026-07-01",
      "breaking endpoint-removed-before-sunset",
      "breaking parameter-removed-before-sunset",
    ],
    ["2026-05-01", "warn deprecated-endpoint-removed", "warn parameter-removed"],
    ["soon", "warn deprecated-endpoint-removed", "warn parameter-removed"],
  ])("on %s and is removed on June 1", (date, endpoint, field) => {
    const none = makeDocument({ paths: {} });
    const sunset = { "x-sunset": date };
    const [removed] = find(operation(sunset), none, { today });
    expect(removed).toBe(`${endpoint} /paths/~1things/post`);
    const gone = makeOperation({ parameters: [] });
    const [dropped] = find(parameter(sunset), gone, { today });
    expect(dropped).toBe(`${field} /paths/~1things/post/parameters/0`);
  });

  it.each([
    [operation, "/paths/~1things/post/x-sunset"],
    [parameter, "/paths/~1things/post/parameters/0/x-sunset"],
  ])("has its date moved or removed", (make, pointer) => {
    const [early, late, none, unclear] = [
      { "x-sunset": "2027-01-01" },
      { "x-sunset": "2028-01-01" },
      {},
      { "x-sunset": "soon" },
    ].map(make) as [unknown, unknown, unknown, unknown];
    expect(find(early, late)).toEqual([`info sunset-announced ${pointer}`]);
    expect(find(late, early)).toEqual([`warn sunset-brought-forward ${pointer}`]);
    expect(find(late, none)).toEqual([`warn sunset-date-removed ${pointer}`]);
    expect(find(late, unclear)).toEqual([`warn sunset-date-removed ${pointer}`]);
  });
});

const conditional = (consequence: object): object => ({
  type: "object",
  if: { required: ["a"] },
  // oxlint-disable-next-line unicorn/no-thenable -- It is a schema, which nothing awaits.
  then: consequence,
});

describe("a request", () => {
  const object = { type: "object" };
  it.each<[string, object, object, string]>([
    ["patternProperties", object, { ...object, patternProperties: { "^x": text } }, "breaking"],
    [
      "patternProperties that ask nothing",
      object,
      { ...object, patternProperties: { "^x": {} } },
      "safe",
    ],
    ["dependentRequired", object, { ...object, dependentRequired: { a: ["b"] } }, "breaking"],
    [
      "dependentSchemas",
      object,
      { ...object, dependentSchemas: { a: { required: ["b"] } } },
      "breaking",
    ],
    [
      "a narrower dependent schema",
      { ...object, dependentSchemas: { a: { properties: { b: {} } } } },
      { ...object, dependentSchemas: { a: { properties: { b: text } } } },
      "breaking",
    ],
    ["if and then", object, conditional({ required: ["b"] }), "breaking"],
    ["if without then", object, { ...object, if: { required: ["a"] } }, "safe"],
    ["a narrower then", conditional({}), conditional({ required: ["b"] }), "breaking"],
    ["a wider then", conditional({ required: ["b"] }), conditional({}), "safe"],
    ["contentSchema", text, { ...text, contentSchema: object }, "breaking"],
    [
      "a narrower contentSchema",
      { ...text, contentSchema: object },
      { ...text, contentSchema: { ...object, required: ["a"] } },
      "breaking",
    ],
    [
      "x-extensible-enum",
      { ...text, "x-extensible-enum": ["a", "b"] },
      { ...text, "x-extensible-enum": ["a"] },
      "breaking",
    ],
    [
      "a further value of x-extensible-enum",
      { ...text, "x-extensible-enum": ["a"] },
      { ...text, "x-extensible-enum": ["a", "b"] },
      "safe",
    ],
    ["a pattern that every text matches", text, { ...text, pattern: ".*" }, "safe"],
    [
      "anyOf instead of oneOf",
      { oneOf: [text, { minLength: 2 }] },
      { anyOf: [text, { minLength: 2 }] },
      "safe",
    ],
  ])("with %s", (_, before, after, verdict) => {
    const result = compareDocuments(makeBody(before, "request"), makeBody(after, "request"));
    expect(result.verdict).toBe(verdict);
    expect(result.semverBump).not.toBe("none");
  });

  it("with a security scheme that is removed and still asked for", () => {
    const of = (securitySchemes: object) =>
      makeOperation({}, { security: [{ key: [] }], components: { securitySchemes } });
    const key = { type: "apiKey", in: "header", name: "X-Key" };
    expect(find(of({ key }), of({}))).toEqual([
      "breaking security-scheme-removed /components/securitySchemes/key",
    ]);
  });
});
