import { describe, expect, it } from "vitest";
import { describeGroups } from "./group-descriptions.rules.ts";

const folder = (id: string, name: string, description: string | null, parentId: string | null) => ({
  id,
  parentId,
  position: Number(id),
  name,
  description,
});

describe("the description of a group", () => {
  it("comes from the folder of its name, the nearest to the root that has a description", () => {
    const folders = [
      folder("1", "Books", " ", null),
      folder("2", "Shop", null, null),
      folder("4", "Books", "Second", "2"),
      folder("3", "Books", "First", "2"),
      folder("0", "Deep", "Deeper", "4"),
      folder("5", "Deep", "Near", "1"),
      folder("6", "__proto__", "Odd", null),
    ];
    expect([...describeGroups(folders)]).toEqual([
      ["__proto__", "Odd"],
      ["Deep", "Near"],
      ["Books", "First"],
    ]);
  });
});
