import { describe, expect, it } from "vitest";
import { listPreviews } from "./list-previews.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  components: {
    schemas: {
      Author: { type: "object", properties: { name: { type: "string", example: "Ana" } } },
    },
  },
};

describe("the preview of a component", () => {
  it("is a value of a schema, with the schemas that it refers to", () => {
    const content = {
      type: "object",
      properties: { author: { $ref: "#/components/schemas/Author" } },
    };
    const [preview] = listPreviews(document, "schemas", "Book", content);
    expect(JSON.parse(preview?.text ?? "")).toEqual({ author: { name: "Ana" } });
  });

  it("is a value for each media type of a response", () => {
    const media = { schema: { type: "integer", example: 4 } };
    const content = { description: "", content: { "application/json": media, "text/plain": {} } };
    expect(listPreviews(document, "responses", "Ok", content)).toEqual(
      [{ title: "application/json", text: "4", isJson: true }].concat(
        listPreviews(document, "responses", "Ok", { content: { "text/plain": {} } }),
      ),
    );
  });

  it.each([
    ["parameters", { name: "q", in: "query", example: "a b" }, "?q=a%20b"],
    ["parameters", { name: "X-Q", in: "header", example: "a b" }, "X-Q: a b"],
    ["headers", { schema: { type: "integer", example: 3 } }, "Name: 3"],
    ["securitySchemes", { type: "apiKey", in: "header", name: "X-Key" }, "X-Key: <key>"],
    ["securitySchemes", { type: "http", scheme: "bearer" }, "Authorization: Bearer <token>"],
  ] as const)("of %s is what is sent: %j", (kind, content, text) => {
    expect(listPreviews(document, kind, "Name", content)).toEqual([
      { title: "As it is sent", text, isJson: false },
    ]);
  });
});
