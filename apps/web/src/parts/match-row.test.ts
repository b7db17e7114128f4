import { expect, it } from "vitest";
import { matchRows, sortRows } from "./match-row.ts";

const rows = [
  { name: "Ada Lovelace", role: "owner", keys: "2" },
  { name: "Grace Hopper", role: "viewer", keys: "10" },
  { name: "Alan Turing", role: "viewer", keys: "1" },
];
const fields = {
  name: (row: (typeof rows)[number]) => row.name,
  role: (row: (typeof rows)[number]) => row.role,
};
const names = (text: string) => matchRows(rows, fields, text).map(({ name }) => name);

it("keeps rows by key, by word, and by both", () => {
  expect(names("")).toHaveLength(3);
  expect(names("role:viewer")).toEqual(["Grace Hopper", "Alan Turing"]);
  expect(names("role:viewer hopper")).toEqual(["Grace Hopper"]);
  expect(names("role:owner role:viewer")).toHaveLength(3);
  expect(names('name:"ada l"')).toEqual(["Ada Lovelace"]);
  expect(names("colour:red")).toEqual([]);
});

it("sorts numbers in texts as numbers", () => {
  const sorted = sortRows(rows, ({ keys }) => keys, true);
  expect(sorted.map(({ keys }) => keys)).toEqual(["10", "2", "1"]);
  expect(sortRows(rows, undefined, true)).toBe(rows);
});
