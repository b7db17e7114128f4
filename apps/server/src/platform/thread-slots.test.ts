import { describe, expect, it } from "vitest";
import { createThreadSlots, type SlotLimits } from "./thread-slots.ts";

/** Calls that run until the test ends them. */
function open(limits: SlotLimits) {
  const slots = createThreadSlots(limits);
  const started: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const settle = () => new Promise(setImmediate);
  return {
    started,
    refused,
    async call(owner: string, name: string) {
      slots.enter(owner).then(
        (end) => {
          started.push(name);
          ends.set(name, end);
        },
        ({ code }: { code: string }) => refused.push(`${name} ${code}`),
      );
      await settle();
    },
    async end(name: string) {
      ends.get(name)?.();
      await settle();
    },
  };
}

describe("slots", () => {
  it("start calls in order, and refuse the newest when too many wait", async () => {
    const { call, end, started, refused } = open({ atOnce: 1, maxWaiting: 1 });
    for (const name of ["a1", "a2", "a3"]) await call("a", name);
    expect([started, refused]).toEqual([["a1"], ["a3 UNAVAILABLE"]]);
    await end("a1");
    await call("a", "a4");
    await end("a2");
    expect(started).toEqual(["a1", "a2", "a4"]);
  });

  it("leave a slot for others, whatever one owner has waiting", async () => {
    const { call, end, started } = open({ atOnce: 2, atOnceEach: 1, maxWaiting: 9 });
    for (const name of ["a1", "a2", "a3"]) await call("a", name);
    await call("b", "b1");
    expect(started).toEqual(["a1", "b1"]);
    await end("b1");
    expect(started).toEqual(["a1", "b1"]);
    await end("a1");
    expect(started).toEqual(["a1", "b1", "a2"]);
  });

  it("are taken in turn by the owners that wait", async () => {
    const { call, end, started } = open({ atOnce: 1, maxWaiting: 9 });
    for (const name of ["a1", "a2", "a3", "a4"]) await call("a", name);
    for (const name of ["b1", "b2"]) await call("b", name);
    await call("c", "c1");
    for (const name of ["a1", "a2", "b1", "c1", "a3", "b2"]) await end(name);
    expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  it("refuse the newest call of the owner with the most for one with fewer", async () => {
    const { call, end, started, refused } = open({ atOnce: 1, maxWaiting: 3 });
    for (const name of ["a1", "a2", "a3", "a4"]) await call("a", name);
    await call("b", "b1");
    expect(refused).toEqual(["a4 UNAVAILABLE"]);
    await call("a", "a5");
    await call("b", "b2");
    expect(refused).toEqual(["a4 UNAVAILABLE", "a5 UNAVAILABLE", "b2 UNAVAILABLE"]);
    for (const name of ["a1", "a2", "b1"]) await end(name);
    expect(started).toEqual(["a1", "a2", "b1", "a3"]);
  });

  it("are free again after work that fails", async () => {
    const slots = createThreadSlots({ atOnce: 1, maxWaiting: 0 });
    await expect(slots.take("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await slots.take("a", () => Promise.resolve(1))).toBe(1);
  });
});
