import type { DocTreeItem } from "@lintel/contract/shapes/docs";
import { describe, expect, it } from "vitest";
import {
  childrenOf,
  filterDocLines,
  listDocLines,
  nameItem,
  placeItems,
  stepItem,
} from "./doc-lines.ts";

const page = (id: string, position: number): DocTreeItem => ({
  id,
  type: "page",
  position,
  page: { id, title: `Page ${id}`, slug: id, icon: null, modifiedAt: "", isEmpty: false },
  folder: null,
  specSnapshot: null,
});

const guide: DocTreeItem = {
  id: "guide",
  type: "folder",
  position: 0,
  page: null,
  folder: {
    id: "guide",
    name: "Guide",
    slug: "guide",
    icon: null,
    isSection: true,
    description: null,
    children: [page("b", 1), page("a", 0)],
    rowVersion: "",
  },
  specSnapshot: null,
};
const items = [page("z", 1), guide];

describe("the lines of a tree of pages", () => {
  it("are in the order of their positions, with those of open folders below them", () => {
    const lines = listDocLines(items, new Set());
    expect(lines.map(({ id, depth }) => `${depth} ${id}`)).toEqual([
      "0 guide",
      "1 a",
      "1 b",
      "0 z",
    ]);
    expect(listDocLines(items, new Set(["guide"])).map(({ id }) => id)).toEqual(["guide", "z"]);
  });

  it("are those of pages with all words of a filter", () => {
    expect(filterDocLines(items, "page B").map(({ item }) => nameItem(item))).toEqual(["Page b"]);
  });

  it("have addresses below the version", () => {
    expect(placeItems(items).map(({ path }) => path)).toEqual(["guide", "guide/a", "guide/b", "z"]);
  });

  it("move by one place within their folder", () => {
    const ids = childrenOf(items, "guide").map(({ id }) => id);
    expect(stepItem(ids, "b", -1)).toEqual(["b", "a"]);
    expect(stepItem(ids, "b", 1)).toBeNull();
  });
});
