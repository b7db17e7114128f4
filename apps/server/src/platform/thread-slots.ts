import { Problem } from "./problem.ts";

/** Limits how many calls run at the same time. Others wait. */
export interface ThreadSlots {
  /** @throws Problem UNAVAILABLE if too many calls already wait. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /**
   * The same in two steps: resolves when it is the caller's turn, to a function that ends the turn.
   */
  enter(): Promise<() => void>;
}

export function createThreadSlots(atOnce: number, maxWaiting: number): ThreadSlots {
  const waiting: (() => void)[] = [];
  let free = atOnce;

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.length >= maxWaiting) {
      throw new Problem(
        "UNAVAILABLE",
        "Many large documents or pages are being worked on. Try again in a moment.",
      );
    }
    // A call that ends passes its slot to the next one, so that no other call takes it.
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
