/** A budget of calls in a rolling window. */
export interface RateBudget {
  readonly limit: number;
  readonly windowMs: number;
}

/** What each kind of caller may call in a window. */
export type RateBudgets = Readonly<
  Record<"key" | "agent" | "session" | "visitor" | "scim" | "scimFailure", RateBudget>
>;

/** The decision of a window about one call. */
export interface RateAnswer {
  readonly isAdmitted: boolean;
  readonly budget: RateBudget;
  /** Calls left in the window after this one. */
  readonly remaining: number;
  /** Until the oldest call leaves the window. Milliseconds; 0 for an empty one. */
  readonly resetMs: number;
}

/**
 * Counts calls in an exact rolling window: at no instant do the last `windowMs` hold more than
 * `limit` admitted calls. Refused calls are not counted. A key has one budget, always the same.
 */
export interface RateWindow {
  take(key: string, budget: RateBudget): Promise<RateAnswer>;
  close(): Promise<void>;
}

/** Whole seconds that a refused caller waits: never too few, at least 1. */
export function retryAfterSeconds(answer: RateAnswer): number {
  return Math.max(1, Math.ceil(answer.resetMs / 1000));
}
