import { describe, expect, it } from "vitest";
import { dropEqual, findConflicts } from "./merge-fields.ts";

const base = { path: "/books", summary: "List books" };

describe("fields of two people", () => {
  it("do not conflict if each changed others", () => {
    expect(findConflicts(base, { path: "/titles" }, { ...base, summary: "All books" })).toEqual([]);
  });

  it("conflict if both changed one differently", () => {
    expect(findConflicts(base, { path: "/titles" }, { ...base, path: "/works" })).toEqual([
      { field: "path", base: "/books", mine: "/titles", theirs: "/works" },
    ]);
  });

  it("do not conflict if both entered the same", () => {
    expect(findConflicts(base, { path: "/works" }, { ...base, path: "/works" })).toEqual([]);
    expect(dropEqual({ path: "/works", summary: "a" }, { ...base, path: "/works" })).toEqual({
      summary: "a",
    });
  });
});
