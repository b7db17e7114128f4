/**
 * The kinds of objects in OpenAPI 3.0 to 3.2 that hold objects or references, or that have rules.
 */
export type ObjectKind =
  | "document"
  | "info"
  | "license"
  | "server"
  | "tag"
  | "components"
  | "pathItem"
  | "operation"
  | "parameter"
  | "requestBody"
  | "response"
  | "header"
  | "mediaType"
  | "encoding"
  | "example"
  | "link"
  | "callback"
  | "schema"
  | "discriminator"
  | "xml"
  | "securityScheme"
  | "oauthFlows";

/**
 * How a member holds objects of a kind: as its value or the items of its list (`one`), as the
 * members of a map with names that users choose (`map`), or as those of such a map without
 * extensions, `x-…` (`open`).
 */
export interface Field {
  readonly holds: "one" | "map" | "open";
  readonly kind: ObjectKind;
}

const one = (kind: ObjectKind): Field => ({ holds: "one", kind });
const map = (kind: ObjectKind): Field => ({ holds: "map", kind });
const open = (kind: ObjectKind): Field => ({ holds: "open", kind });

const named = (field: Field, ...names: readonly string[]): Record<string, Field> =>
  Object.fromEntries(names.map((name) => [name, field]));

const payload: Record<string, Field> = {
  schema: one("schema"),
  examples: map("example"),
  content: map("mediaType"),
};

const fields: Record<ObjectKind, Record<string, Field>> = {
  document: {
    info: one("info"),
    servers: one("server"),
    tags: one("tag"),
    paths: open("pathItem"),
    webhooks: map("pathItem"),
    components: one("components"),
  },
  info: { license: one("license") },
  license: {},
  server: {},
  tag: {},
  components: {
    schemas: map("schema"),
    responses: map("response"),
    parameters: map("parameter"),
    examples: map("example"),
    requestBodies: map("requestBody"),
    headers: map("header"),
    securitySchemes: map("securityScheme"),
    links: map("link"),
    callbacks: map("callback"),
    pathItems: map("pathItem"),
    mediaTypes: map("mediaType"),
  },
  pathItem: {
    ...named(one("operation"), "get", "put", "post", "delete", "options", "head", "patch"),
    ...named(one("operation"), "trace", "query"),
    additionalOperations: map("operation"),
    servers: one("server"),
    parameters: one("parameter"),
  },
  operation: {
    servers: one("server"),
    parameters: one("parameter"),
    requestBody: one("requestBody"),
    responses: open("response"),
    callbacks: map("callback"),
  },
  parameter: payload,
  header: payload,
  requestBody: { content: map("mediaType") },
  response: { headers: map("header"), content: map("mediaType"), links: map("link") },
  mediaType: {
    schema: one("schema"),
    itemSchema: one("schema"),
    examples: map("example"),
    encoding: map("encoding"),
    ...named(one("encoding"), "prefixEncoding", "itemEncoding"),
  },
  encoding: {
    headers: map("header"),
    encoding: map("encoding"),
    ...named(one("encoding"), "prefixEncoding", "itemEncoding"),
  },
  example: {},
  link: { server: one("server") },
  // A callback is itself a map: see `fieldsOf`.
  callback: {},
  // JSON Schema draft 2020-12, of which 3.0 has a part, and `dependencies` of older drafts. Data
  // (`enum`, `const`, `default`, `example`, `examples`) is not visited.
  schema: {
    ...named(map("schema"), "properties", "patternProperties", "$defs", "definitions"),
    ...named(map("schema"), "dependentSchemas", "dependencies"),
    ...named(one("schema"), "allOf", "anyOf", "oneOf", "not", "if", "then", "else"),
    ...named(one("schema"), "items", "prefixItems", "additionalItems", "unevaluatedItems"),
    ...named(one("schema"), "contains", "propertyNames", "contentSchema"),
    ...named(one("schema"), "additionalProperties", "unevaluatedProperties"),
    discriminator: one("discriminator"),
    xml: one("xml"),
  },
  discriminator: {},
  xml: {},
  securityScheme: { flows: one("oauthFlows") },
  oauthFlows: {},
};

const byKind = new Map(
  Object.entries(fields).map(([kind, names]) => [kind, new Map(Object.entries(names))]),
);

/** The members of a kind that hold objects, by name. */
export const fieldsOf = (kind: ObjectKind): ReadonlyMap<string, Field> =>
  byKind.get(kind) ?? new Map<string, Field>();

/** The members of a callback that hold objects: path items by expressions. */
export const callbackField: Field = open("pathItem");
