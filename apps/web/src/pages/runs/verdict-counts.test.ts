import { expect, it } from "vitest";
import { estimateLeft, listCounts } from "./verdict-counts.ts";

it("names what went wrong first and leaves out what there is none of", () => {
  const counts = {
    passedCases: 3,
    failedCases: 1,
    erroredCases: 0,
    blockedCases: 0,
    skippedCases: 2,
  };
  expect(listCounts(counts).map(({ name, count }) => `${count} ${name}`)).toEqual([
    "1 failed",
    "2 skipped",
    "3 passed",
  ]);
});

it("estimates the time that is left from the cases before", () => {
  const run = { completedCases: 10, totalCases: 40, currentDurationMs: 1000 };
  expect(estimateLeft(run)).toBe(3000);
  expect(estimateLeft({ ...run, completedCases: 0 })).toBeNull();
});
