import { JsonPathError } from "../matching/json-path.ts";
import { PatternError } from "../matching/pattern.ts";
import { checkExpected } from "../operators/expected-forms.ts";
import type { Received } from "../response/received.ts";
import { renderValue, type Scope } from "../template/render-template.ts";
import { nothing } from "../values/nothing.ts";
import type { CompiledAssertion } from "./compile-assertion.ts";

/** An assertion whose expected value is rendered: ready for one response after the other. */
export interface BoundAssertion {
  readonly assertion: CompiledAssertion;
  readonly expected: unknown;
  /** Undefined where the rendered value does not suit the operator: `problem` says why. */
  readonly test: ((actual: unknown) => boolean) | undefined;
  readonly problem: string | null;
}

/** How an assertion came out, before anything is masked or shortened. */
export interface AssertionOutcome {
  readonly assertion: CompiledAssertion;
  readonly expected: unknown;
  /** May be `nothing`. */
  readonly actual: unknown;
  readonly isPassed: boolean;
  /** A word on why, beyond expected and actual. */
  readonly note: string | null;
}

/** @throws TemplateError where the expected value cannot be rendered. */
export function bindAssertion(assertion: CompiledAssertion, scope: Scope): BoundAssertion {
  const expected = renderValue(assertion.expected, scope);
  if (assertion.test !== undefined)
    return { assertion, expected, test: assertion.test, problem: null };
  const { operator, source } = assertion;
  const wrong = checkExpected(operator.expected, expected);
  if (wrong !== null) {
    return { assertion, expected, test: undefined, problem: `the expected value ${wrong}` };
  }
  return { assertion, expected, test: operator.prepare(expected, source.equals), problem: null };
}

function judge(bound: BoundAssertion, response: Received): AssertionOutcome {
  const { assertion, expected, test } = bound;
  const { actual, alternatives, note } = assertion.read(response, expected);
  const isPassed =
    test !== undefined &&
    (assertion.operator.isNegative ? alternatives.every(test) : alternatives.some(test));
  return { assertion, expected, actual, isPassed, note: bound.problem ?? note ?? null };
}

/** Holds a bound assertion against a response; a path or pattern that fails is not passed. */
export function evaluateAssertion(bound: BoundAssertion, response: Received): AssertionOutcome {
  try {
    return judge(bound, response);
  } catch (error) {
    if (!(error instanceof JsonPathError || error instanceof PatternError)) throw error;
    const { assertion, expected } = bound;
    return { assertion, expected, actual: nothing, isPassed: false, note: error.message };
  }
}
