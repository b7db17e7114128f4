import { expect, it } from "vitest";
import { listCoveredOperations } from "./operations-covered.testing.ts";

const covered = listCoveredOperations();
const namesOf = (found: typeof covered) => found.map(({ name }) => name);

it("has a place in the app, or a reason, for every operation", () => {
  expect(covered.length).toBeGreaterThan(300);
  const without = covered.filter(({ files, reasons }) => files.length + reasons.length === 0);
  expect(namesOf(without)).toEqual([]);
});

it("gives a reason for none that is called, and one reason each", () => {
  const both = covered.filter(({ files, reasons }) => files.length > 0 && reasons.length > 0);
  expect(namesOf(both)).toEqual([]);
  expect(namesOf(covered.filter(({ reasons }) => reasons.length > 1))).toEqual([]);
});
