import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitDocument } from "../design-document.ts";
import { listDesignUsages } from "../references/list-design-usages.ts";
import { anyChange, mutateJson } from "../testing/mutate-json.ts";
import { isObject, type JsonObject } from "@lintel/json/value";
import { detectVersion } from "../values/openapi-version.ts";
import { corpusNames, readCorpus } from "../testing/corpus.ts";
import { parseDocument } from "../parse/parse-document.ts";
import { validateDocument } from "./validate-document.ts";

function validate(document: JsonObject, most?: number) {
  const version = detectVersion(document);
  if (version === null) throw new Error("The document of the test has no version.");
  return validateDocument(document, version, most);
}

const make = (rest: JsonObject, openapi = "3.1.0"): JsonObject => ({
  openapi,
  info: { title: "a", version: "1" },
  paths: {},
  ...rest,
});
const fine = { description: "Fine" };
const operation = (members: JsonObject = {}): JsonObject => ({
  responses: { "200": fine },
  ...members,
});
const item = (path: string, pathItem: JsonObject, openapi?: string) =>
  make({ paths: { [path]: pathItem } }, openapi);
const get = (members: JsonObject, openapi?: string) =>
  item("/a", { get: operation(members) }, openapi);
const inPath = { name: "id", in: "path", required: true, schema: {} };
const query = { name: "q", in: "query", schema: {} };
const whole = { name: "w", in: "querystring", content: { "text/plain": {} } };
const components = (members: JsonObject, openapi?: string) =>
  make({ components: members }, openapi);
const ref = ($ref: string) => ({ $ref });
const choice = (...oneOf: JsonObject[]) => ({
  schemas: { s: { oneOf, discriminator: { propertyName: "k" } } },
});

/**
 * Rules with a document that breaks them, the pointer of the finding, and a document that does not.
 */
const rows: [code: string, broken: JsonObject, pointer: string, kept: JsonObject][] = [
  [
    "NEWER_MEMBER",
    make({ webhooks: {}, tags: [{ name: "a", kind: "nav" }] }),
    "/tags/0/kind",
    make({ webhooks: {}, tags: [{ name: "a", kind: "nav" }] }, "3.2.0"),
  ],
  [
    "NEWER_MEMBER",
    components({ schemas: { s: { properties: { a: { const: 1 } } } } }, "3.0.3"),
    "/components/schemas/s/properties/a/const",
    components({ schemas: { s: { properties: { const: { type: "string" } } } } }, "3.0.3"),
  ],
  [
    "NEWER_MEMBER",
    item("/a", { query: operation() }),
    "/paths/~1a/query",
    item("/a", { query: operation() }, "3.2.0"),
  ],
  [
    "REFERENCE_CIRCULAR",
    components({ schemas: { s: ref("#/components/schemas/s") } }),
    "/components/schemas/s/$ref",
    components({ schemas: { s: { properties: { a: ref("#/components/schemas/s") } } } }),
  ],
  [
    "REFERENCE_CIRCULAR",
    components({ schemas: { s: ref("#/components/schemas/t"), t: ref("#/components/schemas/s") } }),
    "/components/schemas/t/$ref",
    components({ schemas: { s: ref("#/components/schemas/t"), t: {} } }),
  ],
  [
    "COMPONENT_NAME",
    components({ schemas: { "a b": {} } }, "3.0.3"),
    "/components/schemas/a b",
    components({ schemas: { "a.b-c_D1": {} }, "x-note": { "a b": 1 } }, "3.0.3"),
  ],
  [
    "SCHEMA_KEYWORD",
    components({ schemas: { s: { properties: { a: { type: "text" } } } } }),
    "/components/schemas/s/properties/a/type",
    components({ schemas: { s: { properties: { type: { type: ["string", "null"] } } } } }),
  ],
  [
    "SCHEMA_KEYWORD",
    components({ schemas: { s: { required: true } } }),
    "/components/schemas/s/required",
    components({ schemas: { s: { $schema: "https://example.org/own", required: true } } }),
  ],
  ...["attribute", "wrapped"].map((name): (typeof rows)[number] => [
    "XML_NODE_TYPE",
    components({ schemas: { s: { xml: { nodeType: "element", [name]: true } } } }, "3.2.0"),
    `/components/schemas/s/xml/${name}`,
    components({ schemas: { s: { xml: { attribute: true } } } }, "3.2.0"),
  ]),
  [
    "REFERENCE_MISSING",
    components({ schemas: { s: { items: ref("#/components/schemas/none") } } }),
    "/components/schemas/s/items/$ref",
    components({ schemas: { s: { items: ref("#/components/schemas/s"), default: ref("#/no") } } }),
  ],
  [
    "REFERENCE_MISSING",
    components({ schemas: { constructor: {}, s: ref("#/components/schemas/__proto__") } }),
    "/components/schemas/s/$ref",
    components({ schemas: { constructor: {}, s: ref("#/components/schemas/constructor") } }),
  ],
  [
    "REFERENCE_MISSING",
    components({ schemas: { s: { items: ref("#/$defs/d") } } }),
    "/components/schemas/s/items/$ref",
    components({
      schemas: { s: { $id: "http://a.b/", items: ref("#/$defs/d"), $defs: { d: {} } } },
    }),
  ],
  [
    "PATH_VARIABLE_UNDECLARED",
    item("/a/{id}/{b}", { parameters: [inPath], get: operation() }),
    "/paths/~1a~1{id}~1{b}/get",
    item("/a/{id}", { parameters: [inPath], get: operation() }),
  ],
  [
    "PATH_PARAMETER_UNUSED",
    get({ parameters: [inPath] }),
    "/paths/~1a/get/parameters/0",
    item("/a/{id}", { get: operation({ parameters: [inPath] }) }),
  ],
  [
    "PATH_DUPLICATE",
    make({ paths: { "/a/{x}": {}, "/a/{y}": {} } }),
    "/paths/~1a~1{y}",
    make({ paths: { "/a/{x}": {}, "/a/b": {} } }),
  ],
  [
    "OPERATION_ID_DUPLICATE",
    item("/a", { get: operation({ operationId: "o" }), put: operation({ operationId: "o" }) }),
    "/paths/~1a/put/operationId",
    item("/a", { get: operation({ operationId: "o" }), put: operation({ operationId: "O" }) }),
  ],
  [
    "PARAMETER_DUPLICATE",
    get({
      parameters: [
        { ...query, name: "Q", in: "header" },
        { ...query, in: "header" },
      ],
    }),
    "/paths/~1a/get/parameters/1",
    get({ parameters: [{ ...query, name: "Q" }, query, { ...query, in: "cookie" }] }),
  ],
  [
    "QUERYSTRING_WITH_QUERY",
    item("/a", { parameters: [query], get: operation({ parameters: [whole] }) }, "3.2.0"),
    "/paths/~1a/get/parameters/0",
    get({ parameters: [whole, { ...query, in: "header" }] }, "3.2.0"),
  ],
  [
    "SECURITY_SCHEME_UNKNOWN",
    get({ security: [{}, { key: [] }] }),
    "/paths/~1a/get/security/1/key",
    make({
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: "http", scheme: "basic" } } },
    }),
  ],
  [
    "SCHEMA_AND_CONTENT",
    get({ parameters: [{ ...query, content: { "text/plain": {} } }] }),
    "/paths/~1a/get/parameters/0",
    get({ parameters: [query] }),
  ],
  [
    "EXAMPLE_AND_EXAMPLES",
    get({ parameters: [{ ...query, example: 1, examples: {} }] }),
    "/paths/~1a/get/parameters/0",
    components({ schemas: { s: { example: 1, examples: [] } } }),
  ],
  [
    "DISCRIMINATOR_PROPERTY_MISSING",
    components(choice({ properties: { k: {} } }, { properties: { l: {} } })),
    "/components/schemas/s/discriminator/propertyName",
    components(choice({ properties: { k: {} } }, { allOf: [{ properties: { k: {} } }] })),
  ],
  [
    "RESPONSE_DESCRIPTION_MISSING",
    get({ responses: { "200": {} } }, "3.2.0"),
    "/paths/~1a/get/responses/200",
    get({ responses: { "200": { summary: "Fine" } } }, "3.2.0"),
  ],
];

describe("rules", () => {
  it.each(rows)("%s is reported, and its twin is not", (code, broken, pointer, kept) => {
    const reported = validate(broken).findings.filter((finding) => finding.pointer === pointer);
    expect(reported.map((finding) => finding.code)).toEqual([code]);
    expect(reported[0]?.message).toMatch(/^[^\n]{20,}\.$/);
    expect(validate(kept).findings.filter((finding) => finding.code === code)).toEqual([]);
  });

  it("end for schemas with many circles", () => {
    const parts = Array.from({ length: 40 }, (_, at) => ref(`#/components/schemas/s${at}`));
    const schema = { allOf: parts, oneOf: parts, discriminator: { propertyName: "k" } };
    const schemas = Object.fromEntries(parts.map((_, at) => [`s${at}`, schema]));
    expect(validate(components({ schemas })).isValid).toBe(true);
  });
});

const structural = (document: JsonObject) =>
  validate(document)
    .findings.filter(({ code }) => code === "STRUCTURE_INVALID")
    .map(({ pointer, message }) => [pointer, message]);

describe("structure", () => {
  it.each(["3.0.3", "3.1.0", "3.2.0"])("has no finding in a valid document of %s", (openapi) => {
    const answer = validate(item("/a/{id}", { parameters: [inPath], get: operation() }, openapi));
    expect(answer).toEqual({ isValid: true, findings: [], isCut: false });
  });

  it.each<[JsonObject, [string, string][]]>([
    [
      { openapi: "3.1.0", info: { title: "a" }, paths: {} },
      [["/info", 'The member "version" is missing.']],
    ],
    [
      get({ parameters: [{ name: "a", in: "body", schema: {} }] }, "3.0.3"),
      [["/paths/~1a/get/parameters/0/in", 'This must be "query".']],
    ],
    [
      get({ summary: 5, responses: { "200": { ...fine, content: [] } } }, "3.0.3"),
      [
        ["/paths/~1a/get/responses/200/content", "This must be object."],
        ["/paths/~1a/get/summary", "This must be string."],
      ],
    ],
    [
      get({ summary: 5, responses: { "200": { ...fine, content: [] } } }),
      [
        ["/paths/~1a/get/responses/200/content", "This must be object."],
        ["/paths/~1a/get/summary", "This must be string."],
      ],
    ],
    [
      components({ schemas: { s: { properties: { a: { type: "text" } } } } }, "3.0.3"),
      [
        [
          "/components/schemas/s/properties/a/type",
          'This must be one of "array", "boolean", "integer", "number", "object", "string".',
        ],
      ],
    ],
    [
      get({ nonsense: 1 }),
      [
        [
          "/paths/~1a/get/nonsense",
          '"nonsense" has no place here: remove it, or begin the name of an extension with x-.',
        ],
      ],
    ],
    [
      make({ paths: { a: {} } }),
      [["/paths/a", '"a" has no place here: a path begins with a slash.']],
    ],
    [get({ callbacks: { c: { "x-note": "text" } } }), []],
    [
      get({ requestBody: {} }, "3.0.3"),
      [["/paths/~1a/get/requestBody", 'The member "content" is missing.']],
    ],
    [
      { openapi: "3.1.0", info: { title: "a", version: "1" } },
      [["", 'The member "paths" is missing.']],
    ],
  ])("is reported only where it is wrong: %j", (document, reported) => {
    expect(structural(document).sort()).toEqual(reported);
  });

  it("is reported for many parts, up to a limit", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`/p${at}`, { get: operation({ summary: at }) }]),
    );
    expect(validate(make({ paths })).findings).toHaveLength(30);
    const { findings, isCut } = validate(make({ paths }), 10);
    expect([findings.length, isCut]).toEqual([10, true]);
  });

  it("is reported once for a part with errors in very many places", () => {
    const parameters = Array.from({ length: 200_000 }, () => 1);
    const { findings, isValid } = validate(get({ parameters }));
    expect(isValid).toBe(false);
    expect(findings.length).toBeLessThan(5);
  });
});

describe("any document", () => {
  it("is validated, and its references are listed, without failing", () => {
    const documents = rows.flatMap(([, broken, , kept]) => [broken, kept]);
    const changes = fc.array(anyChange, { minLength: 1, maxLength: 6 });
    const check = (at: number, mutations: Parameters<typeof mutateJson>[1]) => {
      const document = mutateJson(documents[at] ?? {}, mutations) as JsonObject;
      const version = isObject(document) ? detectVersion(document) : null;
      if (version === null) return;
      const { findings, isValid } = validateDocument(document, version);
      expect(isValid).toBe(findings.every(({ severity }) => severity !== "error"));
      const { design } = splitDocument(document, { newId: () => "" });
      expect(listDesignUsages(design)).toBeInstanceOf(Array);
    };
    const pick = fc.nat({ max: documents.length - 1 });
    fc.assert(fc.property(pick, changes, check), { numRuns: 1_000 });
  });
});

describe("the corpus", () => {
  it.each(corpusNames)("is validated without failing: %s", (name) => {
    const { value, version } = parseDocument(readCorpus(name));
    const before = JSON.stringify(value);
    const { findings } = validateDocument(value, version);
    for (const { pointer, message } of findings) {
      expect(pointer).toMatch(/^(?:\/|$)/);
      expect(message.length).toBeLessThan(300);
    }
    expect(JSON.stringify(value)).toBe(before);
  });
});
