import { expect, it } from "vitest";
import { sortItems } from "./item-order.rules.ts";

const sort = (names: readonly string[], listed: readonly string[] = []) =>
  sortItems(
    names.map((name) => ({ name, order: null })),
    listed,
  ).map(({ name }) => name);

it("puts listed items first, then the index, then numbered ones, then the others by name", () => {
  const names = ["b.md", "2-two.md", "index.md", "last.md", "10-ten.md", "a.md"];
  expect(sort(names, ["last.md"])).toEqual([
    "last.md",
    "index.md",
    "2-two.md",
    "10-ten.md",
    "a.md",
    "b.md",
  ]);
});

it("reads numbers within names as numbers, and has one order for any names", () => {
  expect(sort(["page-34.md", "page-4.md", "Zebra.md", "apple.md"])).toEqual([
    "apple.md",
    "page-4.md",
    "page-34.md",
    "Zebra.md",
  ]);
  expect(sort(["a-01.md", "a-1.md"])).toEqual(sort(["a-1.md", "a-01.md"]));
});
