import fc from "fast-check";
import { addresses, digests, files } from "./doc-values.ts";
import { hostileTexts } from "./hostile-values.ts";

/** A document with a part of every kind, so that a sequence can use each. */
export function makeDocument(openapi: string): string {
  const ok = { description: "Fine.", headers: { "X-Count": { schema: { type: "integer" } } } };
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const take = { name: "take", in: "query", schema: { type: "integer" } };
  const thing = { $ref: "#/components/schemas/Thing" };
  const content = { "application/json": { schema: thing } };
  const whole = {
    parameters: [take],
    requestBody: { content },
    responses: { "200": ok },
    security: [{ token: [] }],
  };
  return JSON.stringify({
    openapi,
    info: { title: "Things", version: "1.0.0" },
    tags: [{ name: "things" }, { name: "others" }],
    paths: {
      "/things": {
        get: { tags: ["things"], responses: { "200": { ...ok, content } } },
        post: { ...whole, tags: ["others"] },
      },
      "/things/{id}": { parameters: [id], put: { ...whole, operationId: "putThing" } },
    },
    components: {
      schemas: {
        Thing: { type: "object", properties: { id: { type: "string" }, next: thing } },
        Spare: { type: "string" },
      },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      headers: { Count: { schema: { type: "integer" } } },
      responses: { Gone: { description: "Gone." } },
      requestBodies: { Thing: { content } },
    },
  });
}

const documents = fc.constantFrom(
  makeDocument("3.0.3"),
  makeDocument("3.1.0"),
  makeDocument("3.2.0"),
  "openapi: 3.1.0\ninfo: {title: A, version: 1.0.0}\npaths: {}\n",
  "openapi: 3.0.0\ninfo: {title: A, version: v1}\npaths:\n  /a:\n    get:\n      responses:\n        '200': {description: ok}\n",
  '{"swagger":"2.0","info":{"title":"Old","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"ok"}}}}}}',
  "openapi: 3.1.0\ninfo: &a {title: A, version: 1.0.0, x-a: *a}\npaths: {}\n",
  "openapi: 3.1.0\ninfo: {title: A, version: 1.0.0}\npaths: {/a: {get: 1}, b: null}\ncomponents: []\n",
  '{"openapi":"3.1.0","info":{"title":"A","version":"1.0.0"},"components":{"schemas":{"A":{"$ref":"#/components/schemas/A"},"__proto__":{"type":"string"}}}}',
  '{"openapi":"3.1.0","info":{"title":"A","version":"1.0.0"},"paths":{"/a":{"$ref":"http://127.0.0.1:1/x.yaml#/a"}}}',
  '{"openapi":"3.2.0","info":{"title":"\\u0000\\ud800","version":"\\u0000"},"paths":{"/\\u0000":{"get":{"tags":["\\u0000"],"responses":{}}}}}',
  '{"openapi":"3.1.0","openapi":"3.0.0","info":{"title":"A","version":"1e400"},"paths":{"/a":{"x-n":1e400,"get":{"deprecated":"yes","tags":"a","parameters":{}}}}}',
  '{"openapi":"3.1.0","info":null,"paths":null,"components":null,"tags":null,"servers":[null],"security":[{"a":null}]}',
  `${"[".repeat(5000)}${"]".repeat(5000)}`,
  "openapi: !!js/function 'x'\n",
  "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]\nopenapi: 3.1.0\n",
  "\uFEFF{}",
  "--- \n---\n",
);

const schemas = fc.constantFrom(
  '{"type":"object","properties":{"a":{"type":"string"}}}',
  '{"$ref":"#/components/schemas/Thing"}',
  '{"$ref":"#/components/schemas/Missing"}',
  "true",
  '{"type":["string","null"],"enum":["a",null]}',
  '{"properties":{"__proto__":{"type":"string"}}}',
  '{"allOf":[{"$ref":"#"}],"x-a":1e400}',
  "",
  "{",
  "null",
  "[]",
  '"a"',
  "1",
);

const examples = fc.oneof(
  fc.constantFrom('{"a":1}', "plain", "", "null", "1e400", '"\\u0000"', '{"__proto__":1}', "[1"),
  fc.constantFrom(...hostileTexts),
);

/** Contents of components by kind; each can be sent for any kind. */
export const contents: Readonly<Record<string, unknown>> = {
  schemas: { type: "object", properties: { a: { $ref: "#/components/schemas/Thing" } } },
  responses: { description: "Fine.", content: { "application/json": { schema: {} } } },
  parameters: { name: "a", in: "query", schema: { type: "string" } },
  examples: { value: { a: [1] } },
  requestBodies: { content: { "application/json": { schema: true } } },
  headers: { schema: { type: "integer" } },
  securitySchemes: { type: "apiKey", in: "header", name: "x-a" },
  links: { operationId: "putThing" },
  callbacks: { "{$request.body#/url}": { post: { responses: {} } } },
  pathItems: { get: { responses: { "200": { description: "ok" } } } },
};

const wholeContents = fc.oneof(
  fc.constantFrom<unknown>(...Object.values(contents), true, false),
  fc.constantFrom<unknown>(
    { $ref: "#/components/schemas/Missing" },
    { $ref: 1 },
    { type: 1, properties: [], in: {}, name: null },
    { "\u0000": "\u0000" },
    { a: "\uD800" },
    JSON.parse('{"__proto__":{"a":1},"constructor":1}'),
    [],
    null,
    "text",
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

const refsTo = (kind: string): fc.Arbitrary<string> =>
  fc
    .array(fc.nat(99), { minLength: 1, maxLength: 3 })
    .map((picks) => picks.map((pick) => `\uE000ref ${kind} ${pick}`).join(","));

const paths = fc.oneof(
  fc.nat(100_000).map((number) => `/made/${number}`),
  fc.nat(100_000).map((number) => `/made/{id}/${number}/{other}`),
  fc.constantFrom("/things", "/things/{id}", "/a/{}", "/{a}{b}", "/{a}/{a}", "no", "/a?b#c", "/"),
  fc.constantFrom(...hostileTexts),
);

interface DesignValues {
  readonly type: string | undefined;
  /** A member of the schema that distinguishes fields of the same name. */
  readonly unless?: string;
  readonly values: fc.Arbitrary<unknown>;
}

/** Values for fields whose schema is too general, by field, if the type of the schema fits. */
export const designValues: Readonly<Record<string, DesignValues>> = {
  schemaJson: { type: "string", values: schemas },
  itemSchemaJson: { type: "string", values: schemas },
  defaultValue: { type: "string", values: examples },
  endpointIds: { type: "string", values: refsTo("endpointId") },
  scopes: { type: "string", values: fc.constantFrom("", "read", "read,write", " , ", "a b,,") },
  text: { type: "string", unless: "maxLength", values: documents },
  path: { type: "string", unless: "minLength", values: paths },
  content: { type: undefined, values: wholeContents },
  contentBase64: { type: "string", values: files },
  digest: { type: "string", values: digests },
  digests: { type: "string", values: digests },
  fromPath: { type: "string", values: addresses },
  statusCode: {
    type: "integer",
    values: fc.oneof(
      fc.integer({ min: 100, max: 599 }),
      fc.constantFrom(0, 1, 2, 5, 6, 99, 200, 404),
    ),
  },
};
