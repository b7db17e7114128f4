import type { JsonObject } from "@lintel/json/value";

/**
 * A document with the given number of operations, two per path, each with a schema that refers to
 * others.
 */
export function growDocument(operations: number, schemaCount = operations): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const schemas: Record<string, JsonObject> = {};
  for (let at = 0; at < operations; at += 2) {
    paths[`/collections/c${at}/items/{id}`] = { get: makeRead(at), put: makeWrite(at + 1) };
  }
  for (let at = 0; at < schemaCount; at += 1) schemas[`Item${at}`] = makeSchema(at, schemaCount);
  return {
    openapi: "3.1.0",
    info: { title: `${operations} operations`, version: "1.0.0" },
    paths,
    components: { schemas },
  };
}

const refTo = (at: number): JsonObject => ({ $ref: `#/components/schemas/Item${at}` });

const answer = (at: number): JsonObject => ({
  "200": {
    description: "The item",
    headers: { ETag: { schema: { type: "string" } } },
    content: { "application/json": { schema: refTo(at) } },
  },
  "404": { description: "Not found" },
});

const makeRead = (at: number): JsonObject => ({
  tags: [`Tag ${at % 50}`],
  operationId: `readItem${at}`,
  summary: `Read item ${at}`,
  description: "Answers the item as it is now, with all that belongs to it.",
  parameters: [
    { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } },
    { name: "fields", in: "query", schema: { type: "array", items: { type: "string" } } },
  ],
  responses: answer(at),
});

const makeWrite = (at: number): JsonObject => ({
  ...makeRead(at),
  operationId: `writeItem${at}`,
  requestBody: { required: true, content: { "application/json": { schema: refTo(at) } } },
});

const makeSchema = (at: number, count: number): JsonObject => ({
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "string", format: "uuid" },
    name: { type: "string", minLength: 1, maxLength: 120 },
    amount: { type: "number", minimum: 0 },
    state: { enum: ["new", "open", "done"] },
    parent: refTo((at * 7 + 1) % count),
    related: { type: "array", items: refTo((at * 13 + 5) % count) },
  },
});
