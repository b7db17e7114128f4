import type { Received } from "../response/received.ts";
import {
  type AssertionOutcome,
  type BoundAssertion,
  evaluateAssertion,
} from "./evaluate-assertion.ts";

/** The result of one assertion, with its name in a report. */
export interface LabelledOutcome {
  readonly label: string;
  readonly outcome: AssertionOutcome;
}

/** The result of evaluating one response. */
export interface ResponseResult {
  readonly outcomes: readonly LabelledOutcome[];
  readonly isPassed: boolean;
  /** Whether an assertion could not be evaluated. */
  readonly isBroken: boolean;
  /** Whether another attempt is possible. */
  readonly isSettled: boolean;
}

function evaluate(
  bound: readonly BoundAssertion[],
  response: Received,
  prefix: string,
): LabelledOutcome[] {
  return bound.map((one) => ({
    label: `${prefix}${one.label}`,
    outcome: evaluateAssertion(one, response),
  }));
}

const areAllPassed = (outcomes: readonly LabelledOutcome[]) =>
  outcomes.every(({ outcome }) => outcome.isPassed);

/**
 * Evaluates the assertions of a case for a response. `until`, if present, decides whether to retry,
 * else the assertions do. The case passes only if both hold.
 */
export function evaluateResponse(
  assertions: readonly BoundAssertion[],
  until: readonly BoundAssertion[],
  response: Received,
): ResponseResult {
  const own = evaluate(assertions, response, "");
  const waited = evaluate(until, response, "until: ");
  const outcomes = [...own, ...waited];
  return {
    outcomes,
    isPassed: areAllPassed(outcomes),
    isBroken: outcomes.some(({ outcome }) => outcome.isBroken),
    isSettled: areAllPassed(until.length > 0 ? waited : own),
  };
}
