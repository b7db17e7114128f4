import { planRun } from "../plan/plan-run.ts";
import type { PlannedSuite, RunEnvironment, RunPlan, SuiteCase } from "../plan/plan.types.ts";
import type { RunTools } from "./execution.types.ts";
import { runPass } from "./run-pass.ts";
import { startRun } from "./run-state.ts";

export interface WantedVariable {
  /** The name of a case of the set-up or of the tests. */
  readonly caseName: string;
  readonly variable: string;
}

export interface VariableSource extends WantedVariable {
  readonly suite: PlannedSuite;
  readonly environment: RunEnvironment;
  /**
   * Values that precede those of suite and environment. They are secrets, except names of accounts,
   * and are sent only to origins of the environment.
   */
  readonly variables: Readonly<Record<string, string>>;
}

/** A value, or why there is none, as the end of a sentence. */
export type ExtractedVariable = { readonly value: string } | { readonly reason: string };

/** What is wrong with a wanted variable, and why, as the end of a sentence. */
export interface SourceLack {
  readonly field: keyof WantedVariable;
  readonly reason: string;
}

/** Why a suite cannot give a variable; null if it can. */
export function findLack(
  suite: PlannedSuite,
  { caseName, variable }: WantedVariable,
): SourceLack | null {
  const found = findCase(suite, caseName);
  const noCase = (reason: string): SourceLack => ({ field: "caseName", reason });
  if (found === null) return noCase(`the suite has no case "${caseName}" in its set-up or tests`);
  if (found.isEnabled === false) return noCase(`the case "${caseName}" is disabled`);
  const names = (found.extractions ?? []).map(({ name }) => name);
  if (names.includes(variable)) return null;
  const reason = `the case "${caseName}" does not extract the variable ${variable}`;
  return { field: "variable", reason };
}

/**
 * Runs a case with what it needs, and answers the value of a variable that it extracts. The cases
 * before it in the set-up run first, or the whole set-up and its dependencies. The tear-down does not
 * run, because it may end the session that the value is for. Never rejects.
 */
export async function extractVariable(
  { suite, environment, variables, caseName, variable }: VariableSource,
  tools: Omit<RunTools, "onResult">,
): Promise<ExtractedVariable> {
  const lack = findLack(suite, { caseName, variable });
  if (lack !== null) return { reason: lack.reason };
  const planned = planCase(
    { ...suite, variables: without(suite.variables ?? {}, variables) },
    withVariables(environment, variables),
    caseName,
  );
  if ("problems" in planned) {
    const [problem] = planned.problems;
    return { reason: `it cannot be planned: ${trim(problem?.message ?? "")}` };
  }
  return carryOut(planned, tools, variable);
}

function planCase(suite: PlannedSuite, environment: RunEnvironment, caseName: string) {
  const { setUp = [], cases } = suite;
  const at = setUp.findIndex(({ name }) => name === caseName);
  const kept =
    at < 0
      ? { suite: { ...suite, tearDown: [] }, caseIds: idsOf(cases, caseName) }
      : { suite: { ...suite, setUp: [], tearDown: [], cases: setUp.slice(0, at + 1) } };
  return planRun({
    suite: kept.suite,
    environment,
    options: {
      iterations: 1,
      threads: 1,
      delayMs: 0,
      onError: "stop",
      ...("caseIds" in kept ? { caseIds: kept.caseIds } : {}),
    },
  });
}

const without = (
  values: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(given, name)));

const withVariables = (
  environment: RunEnvironment,
  given: Readonly<Record<string, string>>,
): RunEnvironment => ({
  ...environment,
  variables: [
    ...environment.variables.filter(({ name }) => !Object.hasOwn(given, name)),
    ...Object.entries(given).map(([name, value]) => ({
      name,
      value,
      isSecret: !/user|mail/i.test(name),
    })),
  ],
});

async function carryOut(
  plan: RunPlan,
  tools: Omit<RunTools, "onResult">,
  variable: string,
): Promise<ExtractedVariable> {
  let failure: string | null = null;
  const run = startRun(plan, {
    ...tools,
    onResult({ name, verdict, message }) {
      if (verdict !== "passed") failure ??= `"${name}": ${message ?? verdict}`;
    },
  });
  try {
    const pass = await runPass(run, 0);
    if (failure !== null) return { reason: trim(failure) };
    const template = pass.extracted.get(variable)?.template;
    const value = template?.kind === "constant" ? template.value : undefined;
    return typeof value === "string" && value !== ""
      ? { value }
      : { reason: `the variable ${variable} is no text` };
  } catch (error) {
    return { reason: trim(error instanceof Error ? error.message : String(error)) };
  } finally {
    run.signals.close();
  }
}

function findCase({ setUp = [], cases }: PlannedSuite, name: string): SuiteCase | null {
  const all = [...setUp, ...cases].filter((one) => one.name === name);
  return all.find(({ isEnabled }) => isEnabled !== false) ?? all[0] ?? null;
}

const idsOf = (cases: readonly SuiteCase[], name: string): string[] =>
  cases.filter((one) => one.name === name && one.isEnabled !== false).map(({ id }) => id);

const trim = (text: string): string => text.replace(/\.\s*$/, "");
