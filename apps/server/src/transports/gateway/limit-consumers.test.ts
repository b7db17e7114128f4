import { expect, it } from "vitest";
import { createConsumerLimit } from "./limit-consumers.ts";

it("counts consumers by name up to a number an hour and environment", () => {
  const full: string[] = [];
  const limit = createConsumerLimit(2, (environmentId) => full.push(environmentId));
  const named = (environmentId: string, names: readonly string[], now: number) =>
    names.map((name) => limit(environmentId, name, now));
  expect(named("one", ["a", "b", "c", "a"], 0)).toEqual(["a", "b", "anonymous", "a"]);
  expect(named("one", ["d", "anonymous"], 0)).toEqual(["anonymous", "anonymous"]);
  expect(named("two", ["c"], 0)).toEqual(["c"]);
  expect(full).toEqual(["one"]);
  expect(named("one", ["c", "a", "b"], 3_600_000)).toEqual(["c", "a", "anonymous"]);
});

it("keeps the places of regular consumers, also where invented ones come first in the next hour", () => {
  const limit = createConsumerLimit(4, () => undefined);
  for (let n = 0; n < 12; n++) limit("one", "regular", 0);
  limit("one", "once", 0);
  const hour = 3_600_000;
  const flood = ["x", "y", "z", "w", "v"].map((name) => limit("one", name, hour));
  expect(flood).toEqual(["x", "y", "z", "anonymous", "anonymous"]);
  expect(limit("one", "regular", hour)).toBe("regular");
  expect(limit("one", "once", hour)).toBe("anonymous");
  // A name that does not call for an hour is forgotten.
  for (const name of ["a", "b", "c", "d"]) limit("one", name, 3 * hour);
  expect(limit("one", "regular", 3 * hour)).toBe("anonymous");
});
