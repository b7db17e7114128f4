import { createIds } from "./create-ids.ts";

/** Time and ids, injected so that tests can control both. */
export interface Clock {
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  /** A new UUID, version 7: sorted by the time it was made (RFC 9562 §5.7). */
  readonly newId: () => string;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  newId: createIds(),
};
