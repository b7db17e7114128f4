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
  /** Halves the pace, down to one request in two seconds: the target limits or suffers. */
  slowDown(): void;
}

const slowestPerSecond = 0.5;

/** A pace within one process. Infinity sends without a pause. */
export function createPace(requestsPerSecond: number, clock: ScanClock): Pace {
  let perSecond = requestsPerSecond;
  let next = 0;
  return {
    async take(signal) {
      const now = clock.now();
      const at = Math.max(now, next);
      next = at + 1000 / perSecond;
      if (at > now) await clock.wait(at - now, signal);
    },
    slowDown() {
      const current = Number.isFinite(perSecond) ? perSecond : 100;
      perSecond = Math.max(slowestPerSecond, current / 2);
    },
  };
}
