import type { RunRef } from "./run-ref.ts";

/** Calls that wait for the end of runs. */
export interface RunWaiters {
  /**
   * Resolves when the run ends in this process, or after a short time, because the end of a run on
   * another node is only found by reading it again.
   */
  waitForEnd(run: RunRef, timeoutMs: number): Promise<void>;
  /** Resolves all waits for the run. */
  announceEnd(run: RunRef): void;
  /** Resolves all waits when the process stops. The calls then answer with the present state. */
  close(): void;
  readonly isClosed: boolean;
}

/** How often a run on another node is read again. Milliseconds. */
const askAgainMs = 500;

export function createRunWaiters(): RunWaiters {
  const waiting = new Map<string, Set<() => void>>();
  let isClosed = false;

  function release(key: string): void {
    const waiters = waiting.get(key) ?? [];
    waiting.delete(key);
    for (const resolve of waiters) resolve();
  }

  return {
    waitForEnd(run, timeoutMs) {
      const key = keyOf(run);
      const { promise, resolve } = Promise.withResolvers<void>();
      if (isClosed) return Promise.resolve();
      const waiters = waiting.get(key) ?? new Set();
      waiting.set(key, waiters.add(resolve));
      const timer = setTimeout(resolve, Math.min(timeoutMs, askAgainMs));
      return promise.finally(() => {
        clearTimeout(timer);
        waiters.delete(resolve);
        if (waiters.size === 0 && waiting.get(key) === waiters) waiting.delete(key);
      });
    },
    announceEnd: (run) => release(keyOf(run)),
    close() {
      isClosed = true;
      for (const key of waiting.keys()) release(key);
    },
    get isClosed() {
      return isClosed;
    },
  };
}

function keyOf(run: RunRef): string {
  return `${run.organizationId}/${run.id}`;
}
