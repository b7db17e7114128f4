import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { startLater } from "./later-start.ts";

const log = pino({ level: "silent" });
describe("a later start", () => {
  it("begins by itself, and only once even if it is requested repeatedly", async () => {
    let begun = 0;
    const begin = async () => void (begun += 1);
    const start = startLater(begin, 20, log);
    expect(begun).toBe(0);
    await expect.poll(() => begun).toBe(1);
    start.now();
    await start.cancel();
    expect(begun).toBe(1);
  });

  it("begins at once on request", () => {
    let begun = 0;
    const begin = async () => void (begun += 1);
    startLater(begin, 60_000, log).now();
    expect(begun).toBe(1);
  });

  it("tries again if it failed to begin", async () => {
    let tries = 0;
    const begin = async () => {
      tries += 1;
      if (tries < 3) throw new Error("not yet");
    };
    startLater(begin, 5, log);
    await expect.poll(() => tries).toBe(3);
  });

  it("never begins after it was cancelled, and waits if it is beginning", async () => {
    let begun = 0;
    const begin = async () => void (begun += 1);
    const cancelled = startLater(begin, 5, log);
    await cancelled.cancel();
    cancelled.now();
    expect(begun).toBe(0);
    let isDone = false;
    const slow = startLater(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        isDone = true;
      },
      60_000,
      log,
    );
    slow.now();
    await slow.cancel();
    expect(isDone).toBe(true);
  });
});
