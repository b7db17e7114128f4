import fc from "fast-check";
import { expect, it } from "vitest";
import { hourPattern, rangePattern } from "./time-patterns.ts";

const instant = fc.integer({ min: 1_000_000_000, max: 9_999_999_999 });

it("matches exactly the numbers of a range", () => {
  fc.assert(
    fc.property(instant, instant, instant, (one, other, value) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const matches = new RegExp(`^${rangePattern(from, to)}$`);
      for (const at of [value, from - 1, from, to - 1, to].filter(
        (each) => String(each).length === 10,
      ))
        expect(matches.test(String(at)), `${at} in ${from}-${to}`).toBe(at >= from && at < to);
    }),
    { numRuns: 3000 },
  );
});

it("matches the first seconds of each hour in UTC, whatever the zone of the clock", () => {
  const zones = [0, 60, -300, 330, -210, 345, 765, 840];
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3599 }),
      fc.integer({ min: 0, max: 86_399 }),
      fc.constantFrom(...zones),
      (seconds, at, zone) => {
        const local = new Date(Date.parse("2027-01-01T00:00:00Z") + (at + zone * 60) * 1000);
        const two = (value: number) => String(value).padStart(2, "0");
        const offset = `${zone < 0 ? "-" : "+"}${two(Math.floor(Math.abs(zone) / 60))}:${two(Math.abs(zone) % 60)}`;
        const text = local.toISOString().slice(0, 19) + offset;
        expect(new RegExp(hourPattern(seconds)).test(text), text).toBe(at % 3600 < seconds);
      },
    ),
    { numRuns: 3000 },
  );
});
