import type { HttpResponse, Send } from "@lintel/client/http.types";
import { isLasting, isUnreached, NetworkFailure } from "./network-failure.ts";

export interface Patience {
  /** How long to retry, in ms, from the first failure of a request. */
  readonly forMs: number;
  /** No further try begins after this time, by `performance.now()`. */
  readonly deadline?: number;
  /** Called before a retry. */
  onRetry(reason: string, waitMs: number): void;
}

// Answers of proxies while the service is unavailable.
const awayStatuses = new Set([502, 503, 504]);

/**
 * Retries if the connection broke or the service was unavailable. Only for idempotent requests: those of the command
 * are, because a run has an id chosen by the caller.
 */
export function createPatientSend(send: Send, patience: Patience): Send {
  let hasAnswered = false;
  return async (request) => {
    const begun = performance.now();
    const end = Math.min(begun + patience.forMs, patience.deadline ?? Infinity);
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await attemptOnce(send, request);
      const trouble = findTrouble(outcome, hasAnswered);
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

/** Why to retry, or null if it is useless. */
function findTrouble(outcome: Outcome, hasAnswered: boolean): string | null {
  if (!(outcome instanceof NetworkFailure)) {
    return awayStatuses.has(outcome.status) ? `HTTP ${outcome.status}` : null;
  }
  // An address that never answered is more likely wrong than late.
  const isPointless = isLasting(outcome.code) || (isUnreached(outcome.code) && !hasAnswered);
  return isPointless ? null : outcome.reason;
}

// Doubles from a fifth of a second to five seconds, half of it random, so that clients that were disconnected together
// do not reconnect together.
function chooseWait(attempt: number): number {
  const longest = Math.min(5000, 200 * 2 ** attempt);
  return Math.round(longest * (0.5 + Math.random() / 2));
}
