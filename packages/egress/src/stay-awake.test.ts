import { describe, expect, it } from "vitest";
import { createWakefulness } from "./stay-awake.ts";

/** An event loop that turns when the test says so. */
function makeLoop() {
  const waiting: (() => void)[] = [];
  let at = 0;
  const wakefulness = createWakefulness({
    now: () => at,
    nextTurn: (turn) => waiting.push(turn),
  });
  return {
    wakefulness,
    isAwake: () => waiting.length > 0,
    /** Lets so much time pass, then turns once. */
    turn(ms: number) {
      at += ms;
      for (const turn of waiting.splice(0)) turn();
    },
  };
}

describe("the event loop", () => {
  it("turns until the answer is there", () => {
    const { wakefulness, isAwake, turn } = makeLoop();
    wakefulness.begin();
    for (let turns = 0; turns < 10; turns += 1) {
      turn(0.01);
      expect(isAwake()).toBe(true);
    }
    wakefulness.end();
    turn(0.01);
    expect(isAwake()).toBe(false);
  });

  it("turns on without another start where the next request follows at once", () => {
    const { wakefulness, isAwake, turn } = makeLoop();
    for (let requests = 0; requests < 100; requests += 1) {
      wakefulness.begin();
      turn(0.1);
      expect(isAwake()).toBe(true);
      wakefulness.end();
    }
    turn(0.1);
    expect(isAwake()).toBe(false);
  });

  it.each([
    ["the answer does not come", [0.15, 0.15, 0.15, 0.15]],
    ["other work wants the processor", [0.25]],
  ])("sleeps, and does so for the requests that follow, where %s", (_, turns) => {
    const { wakefulness, isAwake, turn } = makeLoop();
    wakefulness.begin();
    for (const ms of turns) turn(ms);
    expect(isAwake()).toBe(false);
    wakefulness.end();
    for (let requests = 0; requests < 32; requests += 1) {
      wakefulness.begin();
      expect(isAwake()).toBe(false);
      wakefulness.end();
    }
    wakefulness.begin();
    expect(isAwake()).toBe(true);
  });

  it("needs no help from here where several requests are under way", () => {
    const { wakefulness, isAwake, turn } = makeLoop();
    wakefulness.begin();
    turn(1);
    expect(isAwake()).toBe(false);
    for (let requests = 0; requests < 100; requests += 1) wakefulness.begin();
    expect(isAwake()).toBe(false);
  });
});
