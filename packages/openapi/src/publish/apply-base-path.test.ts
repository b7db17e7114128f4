import { describe, expect, it } from "vitest";
import { applyBasePath } from "./publish-document.ts";

describe("a base path", () => {
  it("becomes the server of a document that has none", () => {
    const document = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} };
    expect(applyBasePath(document, "/api")).toEqual({ ...document, servers: [{ url: "/api" }] });
  });

  it.each([
    ["https://example.com", "https://example.com/api/v1"],
    ["https://example.com/", "https://example.com/api/v1"],
    ["https://{host}/shop", "https://{host}/shop/api/v1"],
    ["/", "/api/v1"],
  ])("comes after the server %s", (url, wanted) => {
    const document = { openapi: "3.1.0", servers: [{ url, description: "Kept" }, {}] };
    expect(applyBasePath(document, "/api/v1")["servers"]).toEqual([
      { url: wanted, description: "Kept" },
      {},
    ]);
  });
});
