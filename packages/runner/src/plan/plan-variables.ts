import { isCredentialName } from "@lintel/masking/credential-names";
import type { ProblemList } from "../problems/problem-list.ts";
import { compileTemplate, constant } from "../template/compile-template.ts";
import type { Layer, Variable } from "../template/template.types.ts";
import type { PlannedSuite, RunEnvironment, RunOptions, RunPlan } from "./plan.types.ts";

/** The name of the environment's base URL, which neither a suite nor a run can change. */
export const baseUrlName = "baseUrl";

/** A constant: braces in it have no meaning. */
export function makeDataLayer(values: Iterable<readonly [string, unknown]>): Layer {
  return new Map(
    Array.from(values, ([name, value]) => [name, { template: constant(value), isSecret: false }]),
  );
}

function readVariables(
  values: Readonly<Record<string, unknown>>,
  field: string,
  problems: ProblemList,
): [string, Variable][] {
  return Object.entries(values).map(([name, value]) => {
    const template = problems.attempt(`${field}.${name}`, () => compileTemplate(value));
    return [name, { template: template ?? constant(null), isSecret: false }];
  });
}

/** A secret is used unchanged: a password may contain `{{`. */
function readEnvironment(environment: RunEnvironment, problems: ProblemList): [string, Variable][] {
  return environment.variables.map(({ name, value, isSecret }) => {
    const field = `environment.variables.${name}`;
    const template = isSecret
      ? constant(value)
      : (problems.attempt(field, () => compileTemplate(value)) ?? constant(null));
    return [name, { template, isSecret }];
  });
}

/** The variables of a run that are the same in every pass. */
export function planVariables(
  suite: PlannedSuite,
  environment: RunEnvironment | null,
  options: RunOptions,
  problems: ProblemList,
): Pick<RunPlan, "fixed" | "variables" | "credentials"> {
  const given = options.variables ?? {};
  if (Object.hasOwn(given, baseUrlName)) {
    const message = "A run cannot change the base URL: choose another environment instead.";
    problems.add(`variables.${baseUrlName}`, "BASE_URL_FIXED", message);
  }
  const variables = new Map([
    ...(environment === null ? [] : readEnvironment(environment, problems)),
    ...readVariables(suite.variables ?? {}, "suite.variables", problems),
    ...readVariables(given, "variables", problems),
  ]);
  return {
    fixed: makeDataLayer(environment === null ? [] : [[baseUrlName, environment.baseUrl]]),
    variables,
    credentials: Object.entries(given)
      .filter(([name]) => isCredentialName(name))
      .map(([, value]) => value),
  };
}
