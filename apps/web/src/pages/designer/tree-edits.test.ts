import { describe, expect, it } from "vitest";
import { placeEndpoints } from "./tree-edits.ts";
import { filterRows, listRows } from "./tree-rows.ts";
import type { VersionTree } from "../../design/version-tree.ts";

const endpoint = (id: string, folderId: string | null, position: number) => ({
  id,
  folderId,
  position,
  method: "get" as const,
  path: `/${id}`,
  name: null,
  tags: id === "a" ? ["books"] : [],
  isDeprecated: false,
  rowVersion: "AAAAAAAAAAA=",
});

const tree: VersionTree = {
  folders: [
    {
      id: "f",
      parentFolderId: null,
      name: "F",
      position: 0,
      endpointCount: 1,
      rowVersion: "AAAAAAAAAAA=",
    },
  ],
  endpoints: [
    endpoint("a", null, 0),
    endpoint("b", null, 1),
    endpoint("c", null, 2),
    endpoint("d", "f", 0),
  ],
  tags: [],
  components: [],
  deletedEndpointCount: 0,
  treeVersion: "1",
};

const ids = (one: VersionTree, closed: readonly string[] = []) =>
  listRows(one, new Set(closed)).map(({ id }) => id);

describe("the tree of a version", () => {
  it("lists folders before endpoints, and hides what a closed folder contains", () => {
    expect(ids(tree)).toEqual(["f", "d", "a", "b", "c"]);
    expect(ids(tree, ["f"])).toEqual(["f", "a", "b", "c"]);
  });

  it("puts endpoints before another one, also of another folder", () => {
    const first = placeEndpoints(tree, ["c"], null, "a");
    expect(first.order).toEqual(["c", "a", "b"]);
    expect(ids(first.tree)).toEqual(["f", "d", "c", "a", "b"]);
    expect(ids(placeEndpoints(tree, ["a", "b"], "f", "d").tree)).toEqual(["f", "a", "b", "d", "c"]);
    expect(ids(placeEndpoints(tree, ["a"], "f", null).tree)).toEqual(["f", "d", "a", "b", "c"]);
  });

  it("finds endpoints by method, path and tag", () => {
    expect(filterRows(tree, "get #books").map(({ id }) => id)).toEqual(["a"]);
    expect(filterRows(tree, "/C").map(({ id }) => id)).toEqual(["c"]);
  });
});
