import fc from "fast-check";
import { anyJson, hostileName } from "../../testing/mutate-json.ts";
import { setMember, type DraftObject, type Json, type JsonObject } from "@lintel/json/value";
import { keptName } from "../kept/kept-record.ts";
import { keywords30, keywords31 } from "../rules/schema-keywords.ts";

const types = ["null", "boolean", "object", "array", "number", "integer", "string"] as const;
const anyType = fc.constantFrom(...types);
const anyNumber = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true }));

const references = [
  "#/components/schemas/a",
  "#/components/schemas/a/$defs/b",
  "#/components/schemas/%24defs/$defs/x%20y",
  "#/components/pathItems/a",
  "#/components/mediaTypes/a",
  "#/webhooks/a",
  "#anchor",
  "https://example.test/schema",
  "other.json#/a",
  "#",
] as const;

const fill = (entries: readonly (readonly [string, Json])[]): JsonObject => {
  const draft: DraftObject = {};
  for (const [name, value] of entries) setMember(draft, name, value);
  return draft;
};

const mapOf = (value: fc.Arbitrary<Json>) =>
  fc.array(fc.tuple(fc.oneof(hostileName, anyKeyword), value), { maxLength: 2 }).map(fill);

const anyKeyword = fc.constantFrom(...keywords30, ...keywords31, "definitions", "x-webhooks");

/** More often than not a value that fits the keyword; otherwise any value. */
const valuesOf = (schema: fc.Arbitrary<Json>): Readonly<Record<string, fc.Arbitrary<Json>>> => {
  const list = fc.array(schema, { maxLength: 2 });
  const map = mapOf(schema);
  return {
    type: fc.oneof(anyType, fc.uniqueArray(anyType, { maxLength: 3 })),
    nullable: fc.boolean(),
    enum: fc.array(anyJson, { maxLength: 2 }),
    const: anyJson,
    minimum: anyNumber,
    maximum: anyNumber,
    exclusiveMinimum: fc.oneof(anyNumber, fc.boolean()),
    exclusiveMaximum: fc.oneof(anyNumber, fc.boolean()),
    examples: fc.array(anyJson, { maxLength: 2 }),
    format: fc.constantFrom("byte", "binary", "uuid"),
    contentEncoding: fc.constantFrom("base64", "base64url", "quoted-printable"),
    contentMediaType: fc.constantFrom("application/octet-stream", "image/png", "application/json"),
    contentSchema: schema,
    $ref: fc.constantFrom(...references),
    $dynamicRef: fc.constantFrom("#anchor", "#none"),
    $anchor: fc.constant("anchor"),
    $id: fc.constant("https://example.test/schema"),
    required: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
    discriminator: fc.constantFrom<Json>(
      { propertyName: "a", "x-b": 1, defaultMapping: "b" },
      { propertyName: "a", mapping: { b: "#/components/schemas/a/$defs/b" } },
    ),
    xml: fc.constantFrom<Json>({ nodeType: "attribute" }, { nodeType: "element", "x-a": 1 }, {}),
    properties: map,
    patternProperties: map,
    $defs: map,
    dependentSchemas: map,
    allOf: list,
    anyOf: list,
    oneOf: list,
    prefixItems: list,
    not: schema,
    if: schema,
    else: schema,
    items: schema,
    contains: schema,
    propertyNames: schema,
    additionalProperties: schema,
    unevaluatedProperties: schema,
  };
};

const makeSchemas = (isUsed: (keyword: string) => boolean, other: fc.Arbitrary<Json>) =>
  fc.letrec<{ schema: Json }>((tie) => {
    const values = valuesOf(tie("schema"));
    const usual = Object.keys(values).filter(isUsed);
    const member = fc
      .oneof(
        { weight: 8, arbitrary: fc.constantFrom(...usual) },
        anyKeyword.filter(isUsed),
        hostileName,
      )
      .chain((name) => {
        const own = Object.hasOwn(values, name) ? values[name] : undefined;
        const value =
          own === undefined ? anyJson : fc.oneof({ weight: 9, arbitrary: own }, anyJson);
        return fc.tuple(fc.constant(name), value);
      });
    return {
      schema: fc.oneof(
        { depthSize: "small" },
        other,
        fc.uniqueArray(member, { maxLength: 5, selector: ([name]) => name }).map(fill),
      ),
    };
  }).schema;

/** A schema with keywords of all versions, including booleans and errors. */
export const anySchema = makeSchemas(() => true, fc.boolean());

const known30 = new Set(keywords30);

const flags = new Set("nullable exclusiveMinimum exclusiveMaximum additionalProperties".split(" "));

/** Whether there is a boolean in a place where 3.0 has no flag. */
function hasStrayBoolean(value: Json): boolean {
  let isFound = false;
  JSON.stringify(value, (name, inner: unknown) => {
    if (typeof inner === "boolean" && !flags.has(name)) isFound = true;
    return inner;
  });
  return isFound;
}

/** A schema of 3.0, including errors, but without boolean schemas, which 3.0 does not have. */
export const anySchema30 = makeSchemas((name) => known30.has(name), fc.constant<Json>({})).filter(
  (schema) => !hasStrayBoolean(schema),
);

const forged = [
  { version: "3.0", changes: [] },
  { version: "3.1", changes: [{ rule: "CONST", was: { const: 1 }, added: ["enum"] }] },
  { version: "3.2", changes: 5 },
  { version: "3.1", value: true },
  "text",
] as const satisfies readonly Json[];

/** An extension like those of the conversion, but from another author. */
export const anyForged = fc.constantFrom<Json>(...forged);

export const withForged = (object: JsonObject, kept: Json): JsonObject => ({
  [keptName]: kept,
  ...object,
});

/** A document around schemas, with parts that each version expresses in its own way. */
export function wrapSchemas(schemas: readonly Json[], openapi: string): JsonObject {
  const [first = true, second = true, third = {}] = schemas;
  return {
    openapi,
    info: { title: "a", summary: "b", version: "1", license: { name: "c", identifier: "MIT" } },
    servers: [{ url: "/{v}", name: "n", variables: { v: { default: "1", enum: [] } } }],
    tags: [{ name: "a", parent: "b" }],
    security: [{ key: ["role"] }, { mtls: [] }],
    paths: {
      "/a": {
        $ref: "#/components/pathItems/a",
        query: { responses: { 200: { summary: "s" } } },
        get: {
          parameters: [
            { name: "q", in: "querystring", content: { "application/json": { schema: first } } },
            { name: "c", in: "cookie", style: "cookie", schema: second, allowReserved: true },
            { name: "e", in: "query", schema: third, allowEmptyValue: true },
          ],
          responses: {
            200: {
              content: {
                "a/b": { itemSchema: first, itemEncoding: {} },
                "c/d": { $ref: "#/components/mediaTypes/a" },
              },
              links: { l: { operationId: "a", parameters: { a: 1 } } },
            },
          },
          callbacks: { c: { "{$url}": { post: {} }, "x-a": first } },
        },
        additionalOperations: { COPY: {} },
      },
    },
    webhooks: { a: { post: { requestBody: { content: { "a/b": { schema: second } } } } } },
    components: {
      schemas: { a: first, $defs: second, nullable: third },
      pathItems: { a: { get: {} } },
      mediaTypes: {
        a: { schema: third, encoding: { a: { "x-b": 1, headers: { h: { schema: first } } } } },
      },
      examples: { a: { dataValue: { a: 1 }, serializedValue: "a" } },
      securitySchemes: {
        key: { type: "apiKey", name: "k", in: "header", deprecated: true },
        mtls: { type: "mutualTLS" },
        oauth: { type: "oauth2", flows: { deviceAuthorization: {} } },
      },
    },
  };
}
