import type { Logger } from "pino";
import { readCode } from "../database/database-error.ts";
import type { RateBudget, RateWindow } from "./rate-window.ts";

export interface FallbackOptions {
  readonly first: RateWindow;
  readonly second: RateWindow;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  readonly log: Logger;
  /** Receives a function that returns whether the second store serves. */
  readonly watchFallback?: ((isActive: () => boolean) => void) | undefined;
}

/** While the first store is away, it is tried this often; the log says so at most that often. Milliseconds. */
const trialIntervalMs = 1000;
const warningIntervalMs = 60_000;

/**
 * A trial is a call without a caller, because a store that answers but cannot write is still away.
 */
const trialKey = "trial";
const trialBudget: RateBudget = { limit: 1, windowMs: 1000 };

/**
 * A window that continues in a second store while the first one is away, and returns by itself. No
 * call waits for the trial. Each store is exact, but neither knows the other's calls: around a
 * change a caller may have up to twice the budget in one window, never more.
 */
export function createFallbackWindow(options: FallbackOptions): RateWindow {
  const { first, second, monotonic, log } = options;
  let isAway = false;
  let triedAt = 0;
  let warnedAt = -Infinity;
  let isWarned = false;
  let trial: Promise<void> = Promise.resolve();
  options.watchFallback?.(() => isAway);

  function leave(error: unknown): void {
    isAway = true;
    triedAt = monotonic();
    if (triedAt - warnedAt < warningIntervalMs) return;
    warnedAt = triedAt;
    isWarned = true;
    log.warn(
      { reason: explain(error) },
      "Redis does not serve the rate window; the database serves it",
    );
  }

  async function tryAgain(): Promise<void> {
    try {
      await first.take(trialKey, trialBudget);
      isAway = false;
      if (isWarned) log.info("Redis serves the rate window again");
      isWarned = false;
    } catch {
      // It stays away until the next trial.
    }
  }

  function tryNowAndThen(): void {
    if (monotonic() - triedAt < trialIntervalMs) return;
    triedAt = monotonic();
    trial = tryAgain();
  }

  return {
    async take(key, budget) {
      if (isAway) tryNowAndThen();
      if (!isAway) {
        try {
          return await first.take(key, budget);
        } catch (error) {
          leave(error);
        }
      }
      return second.take(key, budget);
    },
    async close() {
      await trial;
      await first.close();
      await second.close();
    },
  };
}

// A refused connection to a name with several addresses has a code and no message.
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" ? (readCode(error) ?? error.name) : error.message;
}
