import type { CaseDefinition, Phase } from "@lintel/contract/shapes/test-case";
import { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import { flatten, quote } from "@lintel/json/shorten";
import type { Json } from "@lintel/json/value";
import { parseSuiteYaml, type YamlProblem } from "@lintel/runner/yaml/parse-suite-yaml";
import type { FieldError } from "../../platform/problem.ts";
import { createShapeCheck } from "../../platform/validation/shape-check.ts";
import { placeErrors } from "./place-errors.ts";
import { checkCaseParts, checkDependencies, checkSuiteParts, maxErrors } from "./suite-checks.ts";

const checkSuiteShape = createShapeCheck(SuiteDefinition, "exact");

/** A case of a file with its phase and its field, such as `cases[3]`. */
export interface FileCase {
  readonly phase: Phase;
  readonly field: string;
  readonly definition: CaseDefinition;
}

/** A valid suite of a file, or its errors. */
export type SuiteReading =
  | { readonly suite: SuiteDefinition }
  | { readonly errors: readonly FieldError[] };

/** Reads a suite from YAML and checks it completely. */
export function readSuiteFile({ yaml }: { readonly yaml: string }): SuiteReading {
  const parsed = parseSuiteYaml(yaml);
  if ("problems" in parsed) return { errors: parsed.problems.map(toYamlError) };
  // Checks the value as it will be stored: JSON has no negative zero, for example.
  const content = JSON.parse(JSON.stringify(parsed.suite)) as Json;
  const errors = listErrors(content);
  if (errors.length > 0) {
    return { errors: placeErrors(yaml, content, errors.slice(0, maxErrors)) };
  }
  return { suite: content as unknown as SuiteDefinition };
}

/** The cases of a suite in execution order. */
export function listFileCases({ setUp = [], cases, tearDown = [] }: SuiteDefinition): FileCase[] {
  const place = (list: string, phase: Phase, definitions: readonly CaseDefinition[]) =>
    definitions.map((definition, at) => ({ phase, field: `${list}[${at}]`, definition }));
  return [
    ...place("setUp", "setUp", setUp),
    ...place("cases", "test", cases),
    ...place("tearDown", "tearDown", tearDown),
  ];
}

/** The errors of shape, names or parts: each is checked only if the one before has none. */
function listErrors(content: unknown): readonly FieldError[] {
  const misshapen = checkSuiteShape(content);
  if (misshapen.length > 0) return misshapen;
  const suite = content as SuiteDefinition;
  const cases = listFileCases(suite);
  const wrong = [...listRepeats(cases), ...checkSuiteParts(suite)];
  if (wrong.length > 0) return wrong;
  const linked = cases.map(({ definition: { name, dependsOn }, phase, field }) => ({
    name,
    dependsOn,
    phase,
    field,
  }));
  return [
    ...cases.flatMap(({ definition, phase, field }) => checkCaseParts(definition, phase, field)),
    ...checkDependencies(linked),
  ];
}

function listRepeats(cases: readonly FileCase[]): FieldError[] {
  const names = new Set<string>();
  return cases.flatMap(({ field, definition: { name } }) => {
    if (!names.has(name)) {
      names.add(name);
      return [];
    }
    const message = `The suite has another case ${quote(name)}: give each a name of its own.`;
    return [{ field: `${field}.name`, code: "repeated", message }];
  });
}

function toYamlError({ line, column, caseName, message }: YamlProblem): FieldError {
  const place = [
    line === null ? null : `Line ${line}`,
    column === null ? null : `column ${column}`,
    caseName === null ? null : `case ${quote(caseName)}`,
  ].filter((part) => part !== null);
  const start = place.length === 0 ? "" : `${place.join(", ")}: `;
  return { field: "yaml", code: "yaml", message: `${start}${flatten(message)}` };
}
