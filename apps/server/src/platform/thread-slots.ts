import { Problem } from "./problem.ts";

/** Lets so many do something at a time; others wait their turn. */
export interface ThreadSlots {
  /** @throws Problem UNAVAILABLE where too many wait already. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** The same in two steps: resolves when it is the caller's turn, to what ends the turn. */
  enter(): Promise<() => void>;
}

export function createThreadSlots(atOnce: number, mostWaiting: number): ThreadSlots {
  const waiting: (() => void)[] = [];
  let free = atOnce;

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.length >= mostWaiting) {
      throw new Problem(
        "UNAVAILABLE",
        "Many large documents or pages are being worked on. Try again in a moment.",
      );
    }
    // Whoever leaves hands the slot over: nobody takes it in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async take(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    async enter() {
      await enter();
      return leave;
    },
  };
}
