import type { Condition } from "@lintel/contract/shapes/test-case";
import { equalAsText } from "../operators/equal-as-text.ts";
import { checkExpected } from "../operators/expected-forms.ts";
import { operatorTable } from "../operators/operator-table.generated.ts";
import type { Operator } from "../operators/operator.types.ts";
import type { ProblemList } from "../problems/problem-list.ts";
import { compileTemplate } from "../template/compile-template.ts";
import { renderValue, type Scope } from "../template/render-template.ts";
import { MissingVariableError, TemplateError } from "../template/template-error.ts";
import type { Template } from "../template/template.types.ts";
import { nothing } from "../values/nothing.ts";

/** The compiled `when` of a case. */
export interface CompiledCondition {
  readonly operator: Operator;
  readonly value: Template;
  readonly expected: Template;
}

/** Compiles a condition. Returns undefined and adds problems if it cannot be used. */
export function compileCondition(
  condition: Condition,
  field: string,
  problems: ProblemList,
): CompiledCondition | undefined {
  const operator = operatorTable[condition.operator];
  const value = problems.attempt(`${field}.value`, () => compileTemplate(condition.value));
  const expected = problems.attempt(`${field}.expected`, () => compileTemplate(condition.expected));
  if (value === undefined || expected === undefined) return undefined;
  const wrong =
    expected.kind === "constant" ? checkExpected(operator.expected, expected.value) : null;
  if (wrong === null) return { operator, value, expected };
  problems.add(`${field}.expected`, "INVALID_ASSERTION", `The expected value ${wrong}.`);
  return undefined;
}

/** A `{{name}}` that is the whole text may have no value, so that a case can check for that. */
function renderOrNothing(template: Template, scope: Scope): unknown {
  try {
    return renderValue(template, scope);
  } catch (error) {
    if (template.kind === "reference" && error instanceof MissingVariableError) return nothing;
    throw error;
  }
}

/** @throws TemplateError or PatternError if the condition cannot be evaluated. */
export function holdsCondition(condition: CompiledCondition, scope: Scope): boolean {
  const { operator } = condition;
  const expected = renderValue(condition.expected, scope);
  const wrong = checkExpected(operator.expected, expected);
  if (wrong !== null) throw new TemplateError(`the expected value of \`when\` ${wrong}`);
  return operator.prepare(expected, equalAsText)(renderOrNothing(condition.value, scope));
}
