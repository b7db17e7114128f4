import { JsonPathError } from "../matching/json-path.ts";
import { PatternError } from "../matching/pattern.ts";
import { checkExpected } from "../operators/expected-forms.ts";
import { DeepJsonError } from "../response/json-depth.ts";
import type { Received } from "../response/received.ts";
import { renderValue, type Scope } from "../template/render-template.ts";
import { nothing } from "../values/nothing.ts";
import type { BoundPlace } from "./bind-place.ts";
import type { CompiledAssertion } from "./compile-assertion.ts";

/** An assertion with rendered templates, ready for any number of responses. */
export interface BoundAssertion extends BoundPlace {
  readonly assertion: CompiledAssertion;
  readonly expected: unknown;
  /** Undefined if the rendered value does not suit the operator; `problem` says why. */
  readonly test: ((actual: unknown) => boolean) | undefined;
  readonly problem: string | null;
}

/** The result of an assertion before masking and shortening. */
export interface AssertionOutcome {
  readonly assertion: CompiledAssertion;
  readonly expected: unknown;
  /** May be `nothing`. */
  readonly actual: unknown;
  readonly isPassed: boolean;
  /** Whether it could not be evaluated: an error of the case, not of the tested API. */
  readonly isBroken: boolean;
  /** A reason in addition to expected and actual. */
  readonly note: string | null;
}

/** @throws TemplateError if a template cannot be rendered, JsonPathError if the result is not a path. */
export function bindAssertion(assertion: CompiledAssertion, scope: Scope): BoundAssertion {
  const { label, read } = assertion.place.bind(scope);
  const expected = renderValue(assertion.expected, scope);
  const bound = { assertion, label: label + assertion.remark, read, expected, problem: null };
  if (assertion.test !== undefined) return { ...bound, test: assertion.test };
  const { operator, source } = assertion;
  const wrong = checkExpected(operator.expected, expected);
  if (wrong !== null) return { ...bound, test: undefined, problem: `the expected value ${wrong}` };
  return { ...bound, test: operator.prepare(expected, source.equals) };
}

function evaluate(bound: BoundAssertion, response: Received): AssertionOutcome {
  const { assertion, expected, test } = bound;
  const { actual, alternatives, note } = bound.read(response, expected);
  const isPassed =
    test !== undefined &&
    (assertion.operator.isNegative ? alternatives.every(test) : alternatives.some(test));
  return {
    assertion,
    expected,
    actual,
    isPassed,
    isBroken: false,
    note: bound.problem ?? note ?? null,
  };
}

const isSearchError = (error: unknown): error is Error =>
  error instanceof JsonPathError || error instanceof PatternError || error instanceof DeepJsonError;

/** Evaluates a bound assertion for a response. If its path or pattern fails, it is broken. */
export function evaluateAssertion(bound: BoundAssertion, response: Received): AssertionOutcome {
  try {
    return evaluate(bound, response);
  } catch (error) {
    if (!isSearchError(error)) throw error;
    const { assertion, expected } = bound;
    const broken = { isPassed: false, isBroken: true, note: error.message };
    return { assertion, expected, actual: nothing, ...broken };
  }
}
