import { v7 } from "uuid";

/** Time and identity, handed in so that tests can turn both. */
export interface Clock {
  readonly now: () => Date;
  /** Milliseconds that only go forward, whatever the wall clock does. */
  readonly monotonic: () => number;
  /** A new UUID, version 7: sorted by the time it was made (RFC 9562 §5.7). */
  readonly newId: () => string;
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  newId: () => v7(),
};
