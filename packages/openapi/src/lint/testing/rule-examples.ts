import type { JsonObject } from "@lintel/json/value";

/** A document that breaks a rule, the pointer of the finding, and a document that does not. */
export interface RuleExample {
  readonly rule: string;
  readonly broken: JsonObject;
  readonly pointer: string;
  readonly kept: JsonObject;
}

const make = (members: JsonObject, openapi = "3.1.0"): JsonObject => ({
  openapi,
  info: { title: "a", version: "1" },
  paths: {},
  ...members,
});
const fine = { description: "Fine" };
const operation = (members: JsonObject = {}): JsonObject => ({
  summary: "S",
  operationId: "o",
  responses: { "200": fine, "400": fine },
  ...members,
});
const at = (path: string, members: JsonObject = {}, openapi?: string) =>
  make({ paths: { [path]: { get: operation(members) } } }, openapi);
const get = (members: JsonObject, openapi?: string) => at("/a", members, openapi);
const paths = (...names: string[]) =>
  make({ paths: Object.fromEntries(names.map((name) => [name, {}])) });
const schema = (value: JsonObject, openapi?: string) =>
  make({ components: { schemas: { s: value } } }, openapi);
const info = (members: JsonObject) => make({ info: { title: "a", version: "1", ...members } });
const server = (members: JsonObject) => make({ servers: [{ url: "/api", ...members }] });
const tags = (...list: JsonObject[]) => make({ tags: list }, "3.2.0");
const parameter = (members: JsonObject): JsonObject => ({
  parameters: [{ name: "q", in: "query", schema: {}, ...members }],
});
const example = (value: JsonObject, openapi: string) =>
  make({ components: { examples: { e: value } } }, openapi);
const body = (mediaType: JsonObject) =>
  get({ requestBody: { content: { "multipart/mixed": mediaType } } }, "3.2.0");
const typed = { type: "object", properties: { n: { type: "integer" } } };
const json = (mediaType: JsonObject) =>
  get({ requestBody: { content: { "application/json": mediaType } } });
const ref = ($ref: string) => ({ $ref });
const inPath = { name: "id", in: "path", required: true, schema: {} };
const scheme = {
  type: "oauth2",
  flows: { clientCredentials: { tokenUrl: "/t", scopes: { read: "" } } },
};
const scopes = (...names: string[]) =>
  make({ security: [{ s: names }], components: { securitySchemes: { s: scheme } } });
const choice = (discriminator: JsonObject) =>
  make(
    {
      components: {
        schemas: {
          s: { oneOf: [ref("#/components/schemas/t")], discriminator },
          t: { properties: { k: { type: "string" } } },
        },
      },
    },
    "3.2.0",
  );

const rows: Record<string, readonly [JsonObject, string, JsonObject]> = {
  struct: [get({ nonsense: 1 }), "/paths/~1a/get/nonsense", get({ "x-sense": 1 })],
  "no-unresolved-refs": [
    schema({ items: ref("#/components/schemas/none") }),
    "/components/schemas/s/items",
    schema({ items: ref("#/components/schemas/s") }),
  ],
  "operation-operationId-unique": [
    make({ paths: { "/a": { get: operation(), put: operation() } } }),
    "/paths/~1a/put",
    make({ paths: { "/a": { get: operation(), put: operation({ operationId: "p" }) } } }),
  ],
  "operation-parameters-unique": [
    get({ parameters: [inPath, inPath] }),
    "/paths/~1a/get/parameters/1",
    get({ parameters: [inPath, { ...inPath, in: "query" }] }),
  ],
  "path-declaration-must-exist": [paths("/a/{}"), "/paths/~1a~1{}", paths("/a/{b}")],
  "path-not-include-query": [paths("/a?b=c"), "/paths/~1a?b=c", paths("/a")],
  "no-enum-type-mismatch": [
    schema({ type: "string", enum: ["a", 1] }),
    "/components/schemas/s/enum/1",
    schema({ type: ["string", "integer"], enum: ["a", 1] }),
  ],
  "no-schema-type-mismatch": [
    schema({ type: "object", items: {} }),
    "/components/schemas/s/items",
    schema({ type: "array", items: {} }),
  ],
  "no-undefined-server-variable": [
    server({ url: "/{a}" }),
    "/servers/0/url",
    server({ url: "/{a}", variables: { a: { default: "b" } } }),
  ],
  "no-server-variables-empty-enum": [
    server({ url: "/{a}", variables: { a: { default: "b", enum: [] } } }),
    "/servers",
    server({ url: "/{a}", variables: { a: { default: "b", enum: ["b"] } } }),
  ],
  "spec-components-invalid-map-name": [
    make({ components: { schemas: { "a b": {} } } }),
    "/components/schemas/a b",
    make({ components: { schemas: { "a-b": {} } } }),
  ],
  "path-parameters-defined": [
    at("/a/{id}"),
    "/paths/~1a~1{id}/get",
    at("/a/{id}", { parameters: [inPath] }),
  ],
  "no-identical-paths": [paths("/a/{b}", "/a/{c}"), "/paths/~1a~1{c}", paths("/a/{b}", "/a")],
  "nullable-type-sibling": [
    schema({ nullable: true }, "3.0.3"),
    "/components/schemas/s/nullable",
    schema({ nullable: true, type: "string" }, "3.0.3"),
  ],
  "no-example-value-and-externalValue": [
    example({ value: 1, externalValue: "a" }, "3.1.0"),
    "/components/examples/e/value",
    example({ value: 1 }, "3.1.0"),
  ],
  "spec-example-values": [
    example({ value: 1, dataValue: 1 }, "3.2.0"),
    "/components/examples/e/value",
    example({ dataValue: 1 }, "3.2.0"),
  ],
  "spec-no-invalid-encoding-combinations": [
    body({ encoding: {}, itemEncoding: {} }),
    "/paths/~1a/get/requestBody/content/multipart~1mixed/encoding",
    body({ itemEncoding: {} }),
  ],
  "spec-no-invalid-tag-parents": [
    tags({ name: "a", parent: "b" }),
    "/tags/0/parent",
    tags({ name: "a", parent: "b" }, { name: "b" }),
  ],
  "spec-querystring-parameters": [
    get(
      {
        parameters: [
          { name: "a", in: "querystring", content: { "text/plain": {} } },
          { name: "b", in: "query", schema: {} },
        ],
      },
      "3.2.0",
    ),
    "/paths/~1a/get/parameters/1",
    get({ parameters: [{ name: "a", in: "querystring", content: { "text/plain": {} } }] }, "3.2.0"),
  ],
  "security-defined": [
    get({ security: [{ none: [] }] }),
    "/paths/~1a/get/security/0/none",
    get({ security: [] }),
  ],
  "operation-summary": [get({ summary: "" }), "/paths/~1a/get/summary", get({})],
  "operation-operationId": [get({ operationId: "" }), "/paths/~1a/get/operationId", get({})],
  "operation-operationId-url-safe": [
    get({ operationId: "a b" }),
    "/paths/~1a/get/operationId",
    get({ operationId: "a-b" }),
  ],
  "operation-2xx-response": [
    get({ responses: { "400": fine } }),
    "/paths/~1a/get/responses",
    get({}),
  ],
  "operation-4xx-response": [
    get({ responses: { "200": fine } }),
    "/paths/~1a/get/responses",
    get({}),
  ],
  "operation-tag-defined": [
    get({ tags: ["a"] }),
    "/paths/~1a/get/tags/0",
    { ...get({ tags: ["a"] }), tags: [{ name: "a" }] },
  ],
  "tag-description": [tags({ name: "a" }), "/tags/0", tags({ name: "a", description: "A" })],
  "no-duplicated-tag-names": [
    tags({ name: "a" }, { name: "a" }),
    "/tags/1",
    tags({ name: "a" }, { name: "b" }),
  ],
  "no-path-trailing-slash": [paths("/a/"), "/paths/~1a~1", paths("/a", "/")],
  "no-server-trailing-slash": [server({ url: "/a/" }), "/servers/0/url", server({ url: "/a" })],
  "no-server-example.com": [
    server({ url: "https://example.com" }),
    "/servers/0/url",
    server({ url: "https://books.test" }),
  ],
  "no-unused-components": [
    schema({}),
    "/components/schemas/s",
    schema({ properties: { a: ref("#/components/schemas/s") } }),
  ],
  "spec-ref-siblings": [
    schema({ properties: { a: { ...ref("#/components/schemas/s"), type: "string" } } }, "3.0.3"),
    "/components/schemas/s/properties/a/type",
    schema({ properties: { a: { ...ref("#/components/schemas/s"), type: "string" } } }),
  ],
  "no-ambiguous-paths": [
    paths("/a/{b}/c", "/a/d/{e}"),
    "/paths/~1a~1d~1{e}",
    paths("/a/{b}/c", "/a/d/e"),
  ],
  "no-duplicated-enum-values": [
    schema({ enum: ["a", "a"] }),
    "/components/schemas/s/enum/1",
    schema({ enum: ["a", "b"] }),
  ],
  "no-required-schema-properties-undefined": [
    schema({ required: ["a"], properties: { b: {} } }),
    "/components/schemas/s/required/0",
    schema({ required: ["a"], properties: { a: {} } }),
  ],
  "security-scopes-defined": [scopes("write"), "/security/0/s/0", scopes("read")],
  "no-mixed-number-range-constraints": [
    schema({ type: "number", maximum: 1, exclusiveMaximum: 2 }),
    "/components/schemas/s/exclusiveMaximum",
    schema({ type: "number", maximum: 1 }),
  ],
  "spec-discriminator-defaultMapping": [
    choice({ propertyName: "k" }),
    "/components/schemas/s/discriminator",
    choice({ propertyName: "k", defaultMapping: "t" }),
  ],
  "info-contact": [info({}), "/info", info({ contact: {} })],
  "info-license": [info({}), "/info", info({ license: { name: "MIT" } })],
  "info-license-strict": [
    info({ license: { name: "MIT" } }),
    "/info/license",
    info({ license: { name: "MIT", identifier: "MIT" } }),
  ],
  "no-empty-servers": [make({}), "/openapi", server({})],
  "operation-description": [get({}), "/paths/~1a/get", get({ description: "D" })],
  "parameter-description": [
    get(parameter({})),
    "/paths/~1a/get/parameters/0",
    get(parameter({ description: "D" })),
  ],
  "operation-singular-tag": [
    get({ tags: ["a", "b"] }),
    "/paths/~1a/get/tags",
    get({ tags: ["a"] }),
  ],
  "operation-4xx-problem-details-rfc7807": [
    get({}),
    "/paths/~1a/get/responses/400",
    get({ responses: { "200": fine } }),
  ],
  "path-http-verbs-order": [
    make({ paths: { "/a": { put: operation(), get: operation() } } }),
    "/paths/~1a/get",
    make({ paths: { "/a": { get: operation(), put: operation() } } }),
  ],
  "paths-kebab-case": [paths("/aB"), "/paths/~1aB", paths("/a-b")],
  "no-http-verbs-in-paths": [paths("/get-a"), "/paths/~1get-a", paths("/a")],
  "tags-alphabetical": [
    tags({ name: "b" }, { name: "a" }),
    "/tags/0",
    tags({ name: "a" }, { name: "b" }),
  ],
  "boolean-parameter-prefixes": [
    get(parameter({ schema: { type: "boolean" } })),
    "/paths/~1a/get/parameters/0/name",
    get(parameter({ name: "isQ", schema: { type: "boolean" } })),
  ],
  "array-parameter-serialization": [
    get(parameter({ schema: { type: "array" } })),
    "/paths/~1a/get/parameters/0",
    get(parameter({ schema: { type: "array" }, style: "form", explode: true })),
  ],
  "scalar-property-missing-example": [
    schema({ properties: { a: { type: "string" } } }),
    "/components/schemas/s/properties/a",
    schema({ properties: { a: { type: "string", examples: ["b"] } } }),
  ],
  "required-string-property-missing-min-length": [
    schema({ required: ["a"], properties: { a: { type: "string" } } }),
    "/components/schemas/s/properties/a",
    schema({ required: ["a"], properties: { a: { type: "string", minLength: 1 } } }),
  ],
  "spec-strict-refs": [
    make({ servers: [ref("#/x-server")], "x-server": { url: "/" } }),
    "/servers/0/$ref",
    schema({ items: ref("#/components/schemas/s") }),
  ],
  "path-segment-plural": [at("/book"), "/paths/~1book", at("/books")],
  "no-invalid-schema-examples": [
    schema({ type: "string", pattern: "^a+$", examples: ["b"] }),
    "/components/schemas/s/examples/0",
    schema({ type: "string", pattern: "^a+$", examples: ["a"] }),
  ],
  "no-invalid-media-type-examples": [
    json({ schema: typed, example: { n: "1" } }),
    "/paths/~1a/get/requestBody/content/application~1json/example/n",
    json({ schema: typed, example: { n: 1, m: 2 } }),
  ],
  "no-invalid-parameter-examples": [
    get(parameter({ schema: { type: "integer" }, example: "a" })),
    "/paths/~1a/get/parameters/0/example",
    get(parameter({ schema: { type: "integer" }, example: 1 })),
  ],
  "no-invalid-schema-defaults": [
    schema({ properties: { a: { type: "integer", default: "a" } } }),
    "/components/schemas/s/properties/a/default",
    schema({ properties: { a: { type: "integer", default: 1, examples: ["a"] } } }),
  ],
};

/** An example for each rule of the engine that can be enabled. */
export const ruleExamples: readonly RuleExample[] = Object.entries(rows).map(
  ([rule, [broken, pointer, kept]]) => ({ rule, broken, pointer, kept }),
);
