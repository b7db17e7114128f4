/** The time of a scan. */
export interface ScanClock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Resolves after a time in milliseconds, at the latest when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** The pace of all requests to one host. Scans of the same host share it. */
export interface Pace {
  /** Resolves when the next request can be sent. */
  take(signal: AbortSignal): Promise<void>;
  /**
   * Halves the pace, down to one request in two seconds: the target limits or suffers. It doubles
   * again with each minute in which nothing slows it down.
   */
  slowDown(): void;
}

const slowestPerSecond = 0.5;
const recoveryMs = 60_000;

/** A pace within one process. Infinity sends without a pause. */
export function createPace(requestsPerSecond: number, clock: ScanClock): Pace {
  let slowed = { perSecond: requestsPerSecond, at: 0 };
  let next = 0;
  const paceAt = (now: number): number =>
    Math.min(requestsPerSecond, slowed.perSecond * 2 ** Math.floor((now - slowed.at) / recoveryMs));
  return {
    async take(signal) {
      const now = clock.now();
      const at = Math.max(now, next);
      next = at + 1000 / paceAt(now);
      if (at > now) await clock.wait(at - now, signal);
    },
    slowDown() {
      const now = clock.now();
      const current = Math.min(paceAt(now), 100);
      slowed = { perSecond: Math.max(slowestPerSecond, current / 2), at: now };
    },
  };
}
