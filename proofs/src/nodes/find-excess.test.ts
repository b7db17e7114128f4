import { describe, expect, it } from "vitest";
import { findExcess } from "./find-excess.ts";

const budget = { limit: 3, windowMs: 1000 };
const at = (...instants: number[]) =>
  instants.map((instant) => ({ sentAt: instant, endedAt: instant + 2 }));

describe("the check of the rate window", () => {
  it("finds one call too many within a window, and none after it", () => {
    expect(findExcess(at(0, 100, 200, 900), budget, []).excesses).toEqual([
      { since: 0, calls: 4, allowed: 3 },
    ]);
    expect(findExcess(at(0, 100, 200, 1000, 1100, 1200), budget, [])).toEqual({
      most: 3,
      excesses: [],
    });
  });

  it("reports nothing if a late response leaves the time of a count unknown", () => {
    const late = { sentAt: 900, endedAt: 1010 };
    expect(findExcess([...at(0, 100, 200), late], budget, []).excesses).toEqual([]);
  });

  it("allows exactly one new budget after a loss", () => {
    const loss = { from: 300, to: 400 };
    expect(findExcess(at(0, 100, 200, 500, 600, 700), budget, [loss]).excesses).toEqual([]);
    expect(findExcess(at(0, 100, 200, 500, 600, 700, 800), budget, [loss]).excesses).toContainEqual(
      { since: 0, calls: 4, allowed: 3 },
    );
    expect(findExcess(at(0, 100, 150, 200, 500), budget, [loss]).excesses).toContainEqual({
      since: 0,
      calls: 4,
      allowed: 3,
    });
  });
});
