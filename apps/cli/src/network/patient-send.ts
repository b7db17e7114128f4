import type { HttpResponse, Send } from "@lintel/client/http.types";
import { isLasting, isUnreached, NetworkFailure } from "./network-failure.ts";

export interface Patience {
  /** How long to keep trying, in ms, from the first failure of a request. */
  readonly forMs: number;
  /** No further try begins when this has passed, as `performance.now()` counts. */
  readonly deadline?: number;
  /** Told before a try. */
  onRetry(reason: string, waitMs: number): void;
}

// What proxies answer while the service behind them is away.
const awayStatuses = new Set([502, 503, 504]);

/**
 * Sends again where the line broke or the service was away. Only for requests that may arrive twice:
 * those of the command do, since a run carries an id of the caller's.
 */
export function createPatientSend(send: Send, patience: Patience): Send {
  let hasAnswered = false;
  return async (request) => {
    const begun = performance.now();
    const end = Math.min(begun + patience.forMs, patience.deadline ?? Infinity);
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await attemptOnce(send, request);
      const trouble = judge(outcome, hasAnswered);
      hasAnswered ||= "status" in outcome;
      const waitMs = chooseWait(attempt);
      if (trouble === null || performance.now() + waitMs > end) return unwrap(outcome);
      patience.onRetry(trouble, waitMs);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  };
}

type Outcome = HttpResponse | NetworkFailure;

async function attemptOnce(send: Send, request: Parameters<Send>[0]): Promise<Outcome> {
  try {
    return await send(request);
  } catch (error) {
    if (error instanceof NetworkFailure) return error;
    throw error;
  }
}

function unwrap(outcome: Outcome): HttpResponse {
  if (outcome instanceof NetworkFailure) throw outcome;
  return outcome;
}

/** Why to try again; null where there is no point in it. */
function judge(outcome: Outcome, hasAnswered: boolean): string | null {
  if (!(outcome instanceof NetworkFailure)) {
    return awayStatuses.has(outcome.status) ? `HTTP ${outcome.status}` : null;
  }
  // An address that never answered is more often wrong than late.
  const isPointless = isLasting(outcome.code) || (isUnreached(outcome.code) && !hasAnswered);
  return isPointless ? null : outcome.reason;
}

// Doubled from a fifth of a second up to five, of which a random half: callers that were cut off
// together do not come back together.
function chooseWait(attempt: number): number {
  const longest = Math.min(5000, 200 * 2 ** attempt);
  return Math.round(longest * (0.5 + Math.random() / 2));
}
