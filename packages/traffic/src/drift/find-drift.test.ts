import { describe, expect, it } from "vitest";
import { viewDocument } from "@lintel/openapi/view";
import { findDrift, isJsonType, type SeenAnswer } from "./find-drift.ts";

const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const document = viewDocument({
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/pets/{petId}": {
      get: {
        responses: {
          200: { $ref: "#/components/responses/Pet" },
          "4XX": { description: "", content: { "application/problem+json": {} } },
          204: { description: "Nothing." },
        },
      },
      post: { responses: { default: { description: "", content: { "application/*": {} } } } },
      put: {},
    },
  },
  components: {
    responses: { Pet: { content: { "application/json; charset=utf-8": { schema } } } },
  },
});
const find = (method: string, answer: Partial<SeenAnswer>) =>
  findDrift(
    document,
    { method, path: "/pets/{petId}" },
    { status: 200, contentType: "application/json", text: '{"id":1}', ...answer },
  );

describe("an answer", () => {
  it.each<[string, string, Partial<SeenAnswer>, unknown]>([
    ["as described", "get", {}, []],
    ["of another method case", "GET", { contentType: "application/json;charset=utf-8" }, []],
    ["with a member missing", "get", { text: "{}" }, [{ kind: "missing", pointer: "/id" }]],
    ["with another type", "get", { text: '{"id":"1"}' }, [{ kind: "type", pointer: "/id" }]],
    ["that is not JSON", "get", { text: "{" }, [{ kind: "json", pointer: "" }]],
    [
      "of another media type",
      "get",
      { contentType: "text/html" },
      [{ kind: "mediaType", pointer: "" }],
    ],
    ["whose body was not read", "get", { text: null }, []],
    [
      "with a range of statuses",
      "get",
      { status: 404, contentType: "application/problem+json" },
      [],
    ],
    [
      "with a status that is not described",
      "get",
      { status: 500 },
      [{ kind: "status", pointer: "" }],
    ],
    ["without described content", "get", { status: 204, contentType: null, text: null }, []],
    ["with any status and a range of types", "post", { status: 503 }, []],
    ["of an operation that describes no responses", "put", {}, []],
    ["of an operation that is not in the document", "delete", {}, null],
  ])("%s", (_, method, answer, expected) => expect(find(method, answer)).toEqual(expected));

  it("is JSON by its media type", () => {
    for (const type of ["application/json", "application/problem+json; a=b", "text/JSON"])
      expect(isJsonType(type), type).toBe(true);
    for (const type of ["application/jsonl", "text/html; x=/json", "application/json-seq"])
      expect(isJsonType(type), type).toBe(false);
  });
});
