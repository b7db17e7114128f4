import type { Assertion, AssertionOperator } from "@lintel/contract/shapes/test-case";
import type { ExpectedForm } from "./expected-forms.ts";

/** Whether an actual value is what was expected; a source may have its own idea of it. */
export type Equals = (actual: unknown, expected: unknown) => boolean;

/** One way to compare what a response has with what a case expects. */
export interface Operator {
  readonly name: AssertionOperator;
  /** What it does, in one sentence for the reference. */
  readonly summary: string;
  readonly example: Assertion;
  /** Continues "expected status …", for example `to equal`. */
  readonly phrase: string;
  readonly expected: ExpectedForm;
  /** Holds when its twin does not: of several values, all have to hold. */
  readonly isNegative: boolean;
  /** Asks whether there is a value at all: a JSONPath that selects nothing is then no empty list. */
  readonly isAboutPresence?: boolean;
  /**
   * The test for one expected value, which has the operator's form. It is made once and used often;
   * `nothing` stands for an actual value that is not there.
   * @throws PatternError where the test is made of, or run with, a pattern that cannot be used.
   */
  prepare(expected: unknown, equals: Equals): (actual: unknown) => boolean;
}
