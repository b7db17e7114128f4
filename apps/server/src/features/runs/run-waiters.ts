import type { RunRef } from "./run-ref.ts";

/** Calls that wait for the end of runs. */
export interface RunWaiters {
  /**
   * Resolves when the run ends here, and else soon: the end of another node's run can only be asked
   * for, by reading it again.
   */
  waitForEnd(run: RunRef, timeoutMs: number): Promise<void>;
  /** Tells all who wait for the run. */
  announceEnd(run: RunRef): void;
  /** Nobody waits any more: the process stops, and answers with what it knows. */
  close(): void;
  readonly isClosed: boolean;
}

/** How often the end of another node's run is asked for. Milliseconds. */
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
