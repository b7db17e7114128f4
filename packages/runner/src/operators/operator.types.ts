import type { Assertion, AssertionOperator } from "@lintel/contract/shapes/test-case";
import type { ExpectedForm } from "./expected-forms.ts";

/** Whether an actual value equals the expected one; a source may define its own equality. */
export type Equals = (actual: unknown, expected: unknown) => boolean;

/** One way to compare a value of a response with the expected value. */
export interface Operator {
  readonly name: AssertionOperator;
  /** Its effect, in one sentence for the reference. */
  readonly summary: string;
  readonly example: Assertion;
  /** Completes "expected status …", for example `to equal`. */
  readonly phrase: string;
  readonly expected: ExpectedForm;
  /** The negation of another operator: with several values, all must pass. */
  readonly isNegative: boolean;
  /** Whether it tests for existence: a JSONPath that selects nothing is then not an empty list. */
  readonly isAboutPresence?: boolean;
  /**
   * Makes the test for one expected value, which has the operator's form. It is made once and used often; `nothing`
   * represents a missing actual value.
   * @throws PatternError if the test is made or run with a pattern that cannot be used.
   */
  prepare(expected: unknown, equals: Equals): (actual: unknown) => boolean;
}
