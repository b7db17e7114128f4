import type { RateWindow } from "./rate-window.ts";

/**
 * Refuses from memory callers that were refused and have not waited long enough. No other node can
 * admit the caller before the oldest call leaves, so a flood of refused calls costs the store
 * nothing. `monotonic` is a clock in milliseconds that never goes back.
 */
export function rememberRefusals(window: RateWindow, monotonic: () => number): RateWindow {
  const refusedUntil = new Map<string, number>();
  let sweptAt = monotonic();

  function sweep(now: number, intervalMs: number): void {
    if (now - sweptAt < intervalMs) return;
    sweptAt = now;
    for (const [key, until] of refusedUntil) if (until <= now) refusedUntil.delete(key);
  }

  return {
    async take(key, budget) {
      // Read before the store is asked: an end reckoned from here is never too late.
      const now = monotonic();
      sweep(now, budget.windowMs);
      const until = refusedUntil.get(key) ?? now;
      if (until > now) return { isAdmitted: false, budget, remaining: 0, resetMs: until - now };
      const answer = await window.take(key, budget);
      if (!answer.isAdmitted) refusedUntil.set(key, now + answer.resetMs);
      return answer;
    },
    async close() {
      refusedUntil.clear();
      await window.close();
    },
  };
}
