import { describe, expect, it } from "vitest";
import { planReference } from "../plan/plan-reference.ts";
import { hostileTexts } from "../testing/hostile-texts.ts";
import { listSearchTexts } from "./list-search-texts.ts";

const document = {
  openapi: "3.1.0",
  info: { title: "Books", version: "1", description: "All of them." },
  tags: [{ name: "Shelf", description: "Where they are." }],
  paths: {
    "/book-shelves/{shelfId}": {
      get: { operationId: "listShelvedBooks", tags: ["Shelf"], description: "In order." },
    },
  },
  components: { schemas: { BookCard: { description: "A card.", properties: { isbn: {} } } } },
};

describe("the texts for searching", () => {
  it("name operations by method, path and operationId, and schemas by their fields", () => {
    expect(listSearchTexts(planReference(document))).toEqual([
      { path: "", title: "Books", headings: "", body: "All of them." },
      { path: "tags/shelf", title: "Shelf", headings: "Shelf", body: "Where they are." },
      {
        path: "operations/list-shelved-books",
        title: "listShelvedBooks",
        headings: "GET book shelves shelfId shelf Id listShelvedBooks list Shelved Books",
        body: "GET /book-shelves/{shelfId}\nlistShelvedBooks\nIn order.",
      },
      {
        path: "schemas/book-card",
        title: "BookCard",
        headings: "BookCard Book Card",
        body: "A card.\nisbn",
      },
    ]);
  });

  it("contain nothing that a database refuses, for any document", () => {
    for (const text of [...hostileTexts, "\0\ud800x".repeat(20_000)]) {
      const strange = {
        info: { title: text, description: text },
        paths: { [`/${text}`]: { get: { summary: text, operationId: text, tags: [text] } } },
        components: { schemas: { [text]: { title: text, properties: { [text]: {} } } } },
      };
      for (const { title, headings, body } of listSearchTexts(planReference(strange))) {
        const all = `${title}${headings}${body}`;
        expect(all.isWellFormed() && !all.includes("\0")).toBe(true);
        expect(all.length).toBeLessThan(15_000);
      }
    }
  });
});
