import type { JsonObject } from "@lintel/json/value";

// Builds the examples of rules: documents that are valid except for the subject of the rule.

export const makeExample = (members: JsonObject, openapi = "3.1.0"): JsonObject => ({
  openapi,
  info: { title: "Shop", version: "1" },
  paths: {},
  ...members,
});

export const makeOperation = (members: JsonObject = {}): JsonObject => ({
  responses: { "200": { description: "The orders." } },
  ...members,
});

/** A document with one operation, at a path. */
export const exampleWithGet = (members: JsonObject, path = "/orders", openapi?: string) =>
  makeExample({ paths: { [path]: { get: makeOperation(members) } } }, openapi);

/** A document with one schema, `Order`. */
export const exampleWithSchema = (schema: JsonObject, openapi?: string) =>
  makeExample({ components: { schemas: { Order: schema } } }, openapi);

export const queryParameter: JsonObject = {
  name: "page",
  in: "query",
  schema: { type: "integer" },
};

export const pathParameter: JsonObject = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "string" },
};
