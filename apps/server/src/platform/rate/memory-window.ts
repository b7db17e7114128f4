import type { RateAnswer, RateBudget, RateWindow } from "./rate-window.ts";

/** The admitted instants of one caller, oldest first, in a ring of `limit` places. */
interface Log {
  readonly instants: Float64Array;
  oldest: number;
  count: number;
}

/**
 * The window of one process. `monotonic` is a clock in milliseconds that never goes back; memory is
 * bounded by the callers of the last window.
 */
export function createMemoryWindow(monotonic: () => number): RateWindow {
  const logs = new Map<string, Log>();
  let sweptAt = monotonic();

  function sweep(now: number, windowMs: number): void {
    if (now - sweptAt < windowMs) return;
    sweptAt = now;
    for (const [key, log] of logs) {
      forgetBefore(log, now - windowMs);
      if (log.count === 0) logs.delete(key);
    }
  }

  return {
    async take(key, budget) {
      const now = monotonic();
      sweep(now, budget.windowMs);
      const log = logs.get(key) ?? emptyLog(budget.limit);
      logs.set(key, log);
      return takeFrom(log, now, budget);
    },
    async close() {
      logs.clear();
    },
  };
}

function emptyLog(limit: number): Log {
  return { instants: new Float64Array(limit), oldest: 0, count: 0 };
}

function takeFrom(log: Log, now: number, budget: RateBudget): RateAnswer {
  forgetBefore(log, now - budget.windowMs);
  const size = log.instants.length;
  const isAdmitted = log.count < size;
  if (isAdmitted) {
    log.instants[(log.oldest + log.count) % size] = now;
    log.count += 1;
  }
  const oldest = log.instants[log.oldest] ?? now;
  const resetMs = log.count === 0 ? 0 : oldest + budget.windowMs - now;
  return { isAdmitted, budget, remaining: size - log.count, resetMs };
}

// A call that is exactly one window old has left it: the window is half open.
function forgetBefore(log: Log, start: number): void {
  while (log.count > 0 && (log.instants[log.oldest] ?? 0) <= start) {
    log.oldest = (log.oldest + 1) % log.instants.length;
    log.count -= 1;
  }
}
