import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { clearDeadline, setDeadline } from "./deadlines.ts";

describe("deadlines", () => {
  it("end in the order of their times, not in the order in which they were set", async () => {
    const ended: string[] = [];
    const far = setDeadline(60_000, () => ended.push("far"));
    await new Promise<void>((resolve) => {
      setDeadline(60, () => {
        ended.push("late");
        resolve();
      });
      setDeadline(20, () => ended.push("soon"));
    });
    clearDeadline(far);
    expect(ended).toEqual(["soon", "late"]);
  });

  it("do not end once they are cancelled, and do not affect the others", async () => {
    const ended: string[] = [];
    const first = setDeadline(20, () => ended.push("first"));
    const second = setDeadline(40, () => ended.push("second"));
    clearDeadline(first);
    await sleep(200);
    clearDeadline(second);
    expect(ended).toEqual(["second"]);
  });

  it("are never early", async () => {
    const began = performance.now();
    const times = await Promise.all(
      [3, 17, 31].map(
        (ms) =>
          new Promise<number>((resolve) => {
            setDeadline(ms, () => resolve(performance.now() - began - ms));
          }),
      ),
    );
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
  });
});
