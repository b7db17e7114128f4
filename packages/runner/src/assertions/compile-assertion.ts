import type { Assertion } from "@lintel/contract/shapes/test-case";
import { checkExpected } from "../operators/expected-forms.ts";
import { operatorTable } from "../operators/operator-table.generated.ts";
import type { Operator } from "../operators/operator.types.ts";
import type { ProblemList } from "../problems/problem-list.ts";
import { compileTemplate } from "../template/compile-template.ts";
import type { Template } from "../template/template.types.ts";
import { type CompiledPlace, compilePlace } from "./bind-place.ts";
import { sourceTable } from "./source-table.generated.ts";
import type { Source } from "./source.types.ts";

/** A compiled assertion. Its test is made in advance if the expected value has no templates. */
export interface CompiledAssertion {
  readonly source: Source;
  readonly operator: Operator;
  readonly place: CompiledPlace;
  /** Appended to the name of the location in a report. */
  readonly remark: string;
  readonly expected: Template;
  readonly test: ((actual: unknown) => boolean) | undefined;
}

function checkNeeds(assertion: Assertion, source: Source, field: string, problems: ProblemList) {
  const { needs } = source;
  if (needs === null || assertion[needs] !== undefined) return true;
  problems.add(
    field,
    "INVALID_ASSERTION",
    `An assertion on ${source.name} needs \`${needs}\`: name the location.`,
  );
  return false;
}

/** Forms of an expected text or number that is compared with the whole value. */
const wholeForms: ReadonlySet<Operator["expected"]> = new Set([
  "any",
  "comparable",
  "range",
  "list",
]);

/** Why this source can never meet an expected value, or null. */
function checkPossible(source: Source, operator: Operator, expected: unknown): string | null {
  if (source.checkExpected === undefined || !wholeForms.has(operator.expected)) return null;
  const isOrdered = operator.expected === "comparable" || operator.expected === "range";
  // A boundary need not be a possible value: statuses below 600.
  if (isOrdered && source.name === "status") return null;
  const values: unknown[] = Array.isArray(expected) ? expected : [expected];
  for (const value of values) {
    const wrong = source.checkExpected(value);
    if (wrong !== null) return `"${String(value)}" ${wrong}`;
  }
  return null;
}

function checkConstant(
  source: Source,
  operator: Operator,
  template: Template,
  field: string,
  problems: ProblemList,
) {
  if (template.kind !== "constant") return true;
  const wrong = checkExpected(operator.expected, template.value);
  if (wrong === null) {
    const impossible = checkPossible(source, operator, template.value);
    if (impossible === null) return true;
    problems.add(`${field}.expected`, "INVALID_ASSERTION", `${impossible}.`);
    return false;
  }
  const code = operator.expected === "pattern" ? "INVALID_PATTERN" : "INVALID_ASSERTION";
  problems.add(`${field}.expected`, code, `The value expected by ${operator.name} ${wrong}.`);
  return false;
}

/** Compiles an assertion. Returns undefined and adds problems if it cannot be used. */
export function compileAssertion(
  assertion: Assertion,
  field: string,
  problems: ProblemList,
): CompiledAssertion | undefined {
  const source = sourceTable[assertion.source];
  const operator = operatorTable[assertion.operator];
  if (!checkNeeds(assertion, source, field, problems)) return undefined;
  const place = problems.attempt(`${field}.path`, () => compilePlace(assertion, source, operator));
  const expected = problems.attempt(`${field}.expected`, () => compileTemplate(assertion.expected));
  if (place === undefined || expected === undefined) return undefined;
  if (!checkConstant(source, operator, expected, field, problems)) return undefined;
  const test =
    expected.kind === "constant" ? operator.prepare(expected.value, source.equals) : undefined;
  return { source, operator, place, remark: "", expected, test };
}
