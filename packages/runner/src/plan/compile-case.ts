import type { Assertion, CaseDefinition } from "@lintel/contract/shapes/test-case";
import { compileAssertion, type CompiledAssertion } from "../assertions/compile-assertion.ts";
import { compileCondition } from "../assertions/condition.ts";
import { compileExtraction } from "../extractions/compile-extraction.ts";
import type { ProblemList } from "../problems/problem-list.ts";
import { compileTemplate } from "../template/compile-template.ts";
import { compileRequest, type RequestDefaults } from "./compile-request.ts";
import type { Links } from "./link-dependencies.ts";
import type { CompiledForEach, CompiledRetry, PlannedCase } from "./plan.types.ts";
import type { PlacedCase } from "./select-cases.ts";

function compileAssertions(
  assertions: readonly Assertion[] | undefined,
  field: string,
  problems: ProblemList,
): CompiledAssertion[] {
  return (assertions ?? [])
    .map((assertion, at) => compileAssertion(assertion, `${field}[${at}]`, problems))
    .filter((assertion) => assertion !== undefined);
}

/** The expectation of a case without assertions; the label appears in every report. */
function compileDefaults(problems: ProblemList): CompiledAssertion[] {
  const assertion = { source: "status", operator: "lessThan", expected: 400 } as const;
  const compiled = compileAssertion(assertion, "assertions", problems);
  return compiled === undefined ? [] : [{ ...compiled, remark: " (of a case without assertions)" }];
}

type Part<K extends keyof CaseDefinition> = CaseDefinition[K];

function compileForEach(
  foreach: Part<"foreach">,
  field: string,
  problems: ProblemList,
): CompiledForEach | null {
  if (foreach === undefined) return null;
  const items = problems.attempt(`${field}.items`, () => compileTemplate(foreach.items));
  return items === undefined ? null : { items, as: foreach.as };
}

function compileRetry(
  retry: Part<"retry">,
  field: string,
  problems: ProblemList,
): CompiledRetry | null {
  if (retry === undefined) return null;
  const until = compileAssertions(retry.until, `${field}.until`, problems);
  return { maxAttempts: retry.maxAttempts, delayMs: retry.delayMs ?? 0, until };
}

function compileExtractions(
  extractions: Part<"extractions">,
  field: string,
  problems: ProblemList,
) {
  return (extractions ?? [])
    .map((extraction, at) => compileExtraction(extraction, `${field}[${at}]`, problems))
    .filter((extraction) => extraction !== undefined);
}

/** Compiles every part of a case that can be compiled before it runs. */
export function compileCase(
  placed: PlacedCase,
  links: Links,
  defaults: RequestDefaults,
  problems: ProblemList,
): PlannedCase {
  const { definition, phase, field } = placed;
  const { when } = definition;
  const assertions = compileAssertions(definition.assertions, `${field}.assertions`, problems);
  return {
    id: definition.id,
    name: definition.name,
    phase,
    tags: definition.tags ?? [],
    request: compileRequest(definition.request, defaults, `${field}.request`, problems),
    assertions: definition.assertions?.length ? assertions : compileDefaults(problems),
    extractions: compileExtractions(definition.extractions, `${field}.extractions`, problems),
    when: when === undefined ? null : (compileCondition(when, `${field}.when`, problems) ?? null),
    foreach: compileForEach(definition.foreach, `${field}.foreach`, problems),
    retry: compileRetry(definition.retry, `${field}.retry`, problems),
    ...links,
  };
}
