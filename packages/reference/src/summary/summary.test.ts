import { expect, test } from "vitest";
import { planReference } from "../plan/plan-reference.ts";
import { findOperation, findSchema } from "./find-entry.ts";
import { summarizeOperation } from "./summarize-operation.ts";
import { summarizeSchema } from "./summarize-schema.ts";

const plan = planReference({
  openapi: "3.1.0",
  info: { title: "Books", version: "1" },
  paths: {
    "/books/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      put: {
        operationId: "putBook",
        description: "**Writes** a book.\n\nMore of it.",
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Book" } } },
        },
        responses: { 200: { description: "Written" }, 404: { summary: "None" } },
      },
    },
  },
  components: {
    schemas: {
      Book: {
        description: "A book.",
        type: "object",
        properties: { author: { $ref: "#/components/schemas/Author" } },
      },
      Author: {
        type: "object",
        properties: { name: { type: "string" }, best: { $ref: "#/components/schemas/Book" } },
      },
    },
  },
});

test("an operation is found by method and path and by its id, and in no other way", () => {
  const found = findOperation(plan, { method: "PUT", path: "/books/{id}" });
  expect(found?.path).toBe("operations/put-book");
  expect(findOperation(plan, { operationId: "putBook" })).toBe(found);
  expect(findOperation(plan, { method: "GET", path: "/books/{id}" })).toBeNull();
  expect(findOperation(plan, { operationId: "" })).toBeNull();
  expect(findOperation(plan, { operationId: "__proto__" })).toBeNull();
  expect(findSchema(plan, "book")).toBeNull();
});

test("an operation in short has its words, parameters, body and answers", () => {
  const entry = findOperation(plan, { operationId: "putBook" });
  if (entry === null) throw new Error("The operation is not found.");
  const summary = summarizeOperation(plan, entry);
  expect(summary.summary).toBe("Writes a book.");
  expect(summary.parameters.map(({ location, field }) => [location, field.name])).toEqual([
    ["path", { code: "id" }],
  ]);
  expect(summary.body).toEqual([
    { code: "application/json" },
    " ",
    { path: "schemas/book", text: "Book" },
  ]);
  expect(summary.responses).toEqual([
    { status: "200", type: [], description: "Written" },
    { status: "404", type: [], description: "None" },
  ]);
});

test("a schema in short has two levels of fields, and circles end", () => {
  const entry = findSchema(plan, "Book");
  if (entry === null) throw new Error("The schema is not found.");
  const { type, description, groups } = summarizeSchema(plan, entry);
  expect([type, description]).toEqual([["object"], "A book."]);
  const [author] = groups[0]?.fields ?? [];
  const below = author?.below[0]?.fields ?? [];
  expect(below.map(({ name, below: deeper }) => [name, deeper])).toEqual([
    [{ code: "name" }, []],
    [{ code: "best" }, []],
  ]);
});
