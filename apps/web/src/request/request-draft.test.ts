import { describe, expect, it } from "vitest";
import { emptyDraft, resolveUrl, toDraft, toRequest } from "./request-draft.ts";

describe("a draft of a request", () => {
  it("is the same after it was sent and opened again", () => {
    const draft = {
      ...emptyDraft,
      method: "POST" as const,
      url: "/books?a={{b}}",
      headers: "Accept: application/json\nX-A: 1\nX-A: 2",
      body: '{ "id": 9007199254740993 }',
      contentType: "application/json",
      auth: { type: "bearer" as const, token: "{{token}}" },
    };
    expect(toDraft(toRequest(draft))).toEqual(draft);
  });

  it("shows the query, forms and JSON of a request as text", () => {
    const draft = toDraft({
      method: "GET",
      url: "/a?x=1",
      query: { q: ["a b", "{{c}}"] },
      body: { type: "form", fields: { a: "1 2" } },
    });
    expect(draft).toMatchObject({
      url: "/a?x=1&q=a%20b&q={{c}}",
      body: "a=1+2",
      contentType: "application/x-www-form-urlencoded",
    });
  });

  it("leaves out lines that are no headers", () => {
    expect(
      toRequest({ ...emptyDraft, url: "/", headers: "\nno header\n: x\nA:b" }).headers,
    ).toEqual({
      A: "b",
    });
  });

  it("is below the base URL, unless its address is absolute", () => {
    expect(resolveUrl("/a", "https://x.example/v1/")).toBe("https://x.example/v1/a");
    expect(resolveUrl("https://y.example", "https://x.example")).toBe("https://y.example");
  });
});
