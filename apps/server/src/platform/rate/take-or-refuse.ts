import { Problem } from "../problem.ts";
import { retryAfterSeconds, type RateBudget, type RateWindow } from "./rate-window.ts";

/**
 * Counts one attempt.
 *
 * @param refusal what there were too many of, as a sentence
 * @throws Problem RATE_LIMITED
 */
export async function takeOrRefuse(
  rateWindow: RateWindow,
  name: string,
  budget: RateBudget,
  refusal: string,
): Promise<void> {
  const answer = await rateWindow.take(name, budget);
  if (answer.isAdmitted) return;
  const seconds = retryAfterSeconds(answer);
  throw new Problem("RATE_LIMITED", `${refusal} Wait ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });
}
