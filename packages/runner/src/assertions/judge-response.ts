import type { Received } from "../response/received.ts";
import {
  type AssertionOutcome,
  type BoundAssertion,
  evaluateAssertion,
} from "./evaluate-assertion.ts";

/** One assertion's outcome and what a report calls it. */
export interface LabelledOutcome {
  readonly label: string;
  readonly outcome: AssertionOutcome;
}

/** What one response came to. */
export interface Judgement {
  readonly outcomes: readonly LabelledOutcome[];
  readonly isPassed: boolean;
  /** Whether one of the assertions could not be decided. */
  readonly isBroken: boolean;
  /** Whether another attempt may be made of it. */
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
 * Holds a response against the assertions of a case. A retry is settled by `until` where it has
 * some, else by the assertions; the case passes only when both hold.
 */
export function judgeResponse(
  assertions: readonly BoundAssertion[],
  until: readonly BoundAssertion[],
  response: Received,
): Judgement {
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
