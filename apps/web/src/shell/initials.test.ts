import { expect, it } from "vitest";
import { initialsOf } from "./initials.ts";

it.each([
  ["Ana Maria Lopez", "AL"],
  ["ana", "A"],
  ["o'Neill, Éva", "OÉ"],
  ["王 小明", "王小"],
  ["👋 Ben (ops)", "BO"],
  ["…", ""],
])("shortens %s to %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
