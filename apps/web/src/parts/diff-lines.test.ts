import fc from "fast-check";
import { expect, it } from "vitest";
import { changedPart, diffLines, foldEqual, pairLines } from "./diff-lines.ts";

const line = fc.constantFrom("a", "b", "c", "d");
const text = fc.array(line, { maxLength: 12 });

it("has both texts in it, with as few differences as the longest shared part allows", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after);
      const old = lines.filter(({ oldNumber }) => oldNumber !== null);
      const now = lines.filter(({ newNumber }) => newNumber !== null);
      expect(old.map(({ text: own }) => own)).toEqual(before);
      expect(now.map(({ text: own }) => own)).toEqual(after);
      expect(old.map(({ oldNumber }) => oldNumber)).toEqual(before.map((_, at) => at + 1));
      expect(now.map(({ newNumber }) => newNumber)).toEqual(after.map((_, at) => at + 1));
      const shared = lines.filter(({ kind }) => kind === "equal").length;
      expect(shared).toBe(longestShared(before, after));
    }),
  );
});

/** The length of the longest common subsequence, by the textbook's table. */
function longestShared(before: readonly string[], after: readonly string[]): number {
  const table = [...before, ""].map(() => [...after, ""].map(() => 0));
  for (const [i, own] of before.entries())
    for (const [j, other] of after.entries())
      table[i + 1]![j + 1] =
        own === other ? table[i]![j]! + 1 : Math.max(table[i]![j + 1]!, table[i + 1]![j]!);
  return table[before.length]![after.length]!;
}

it("shows texts that share nothing as one removed and one added", () => {
  const before = Array.from({ length: 4000 }, (_, at) => `old ${at}`);
  const after = Array.from({ length: 4000 }, (_, at) => `new ${at}`);
  const lines = diffLines(before, after);
  expect(lines).toHaveLength(8000);
  expect(lines[3999]?.kind).toBe("removed");
  expect(lines[4000]?.kind).toBe("added");
});

it("puts a removed line next to the one that takes its place", () => {
  const rows = pairLines(diffLines(["a", "b", "c"], ["a", "x", "y", "c"]));
  expect(rows.map(({ left, right }) => [left?.text, right?.text])).toEqual([
    ["a", "a"],
    ["b", "x"],
    [undefined, "y"],
    ["c", "c"],
  ]);
});

it("folds what is equal and far from a difference", () => {
  const before = Array.from({ length: 30 }, (_, at) => String(at));
  const after = before.with(15, "x");
  const rows = pairLines(diffLines(before, after));
  const folds = foldEqual(rows, ({ left, right }) => left === right);
  expect(folds.map(({ kind, rows: own }) => [kind, own.length])).toEqual([
    ["folded", 12],
    ["rows", 7],
    ["folded", 11],
  ]);
});

it("finds what differs within two lines, also where characters are pairs of units", () => {
  expect(changedPart('"max": 100,', '"max": 250,')).toEqual([7, 9]);
  expect(changedPart("😀a", "😁a")).toEqual([0, 2]);
  expect(changedPart("same", "same")).toEqual([4, 4]);
});
