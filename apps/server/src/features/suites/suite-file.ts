import type { CaseDefinition, Phase } from "@lintel/contract/shapes/test-case";
import { SuiteDefinition } from "@lintel/contract/shapes/test-suite";
import { parseSuiteYaml, type YamlProblem } from "@lintel/runner/yaml/parse-suite-yaml";
import { printSuiteYaml } from "@lintel/runner/yaml/print-suite-yaml";
import { flatten, quote } from "@lintel/openapi/values/shorten";
import { invalid, type FieldError } from "../../platform/problem.ts";
import {
  checkCaseParts,
  checkDependencies,
  checkSuiteParts,
  refuseErrors,
} from "./suite-checks.ts";
import { createShapeCheck } from "../../platform/validation/shape-check.ts";

const checkSuiteShape = createShapeCheck(SuiteDefinition, "exact");

/** A case of a file with its phase and where it stands, such as `cases[3]`. */
export interface FileCase {
  readonly phase: Phase;
  readonly field: string;
  readonly definition: CaseDefinition;
}

/** A suite of a file, and its cases in the order in which they run. */
export interface SuiteFile {
  readonly suite: SuiteDefinition;
  readonly cases: readonly FileCase[];
}

/**
 * Reads a suite from a YAML file and checks everything that can be known of it.
 * @throws Problem VALIDATION_FAILED naming the line, or the fields by their paths in the file.
 */
export function readSuiteFile(yaml: string): SuiteFile {
  const parsed = parseSuiteYaml(yaml);
  if ("problems" in parsed) throw invalid(...parsed.problems.map(toYamlError));
  // As it will be stored: JSON has no negative zero, for one.
  const content: unknown = JSON.parse(JSON.stringify(parsed.suite));
  refuseErrors(checkSuiteShape(content));
  const suite = content as SuiteDefinition;
  const cases = listFileCases(suite);
  refuseErrors([...listRepeats(cases), ...checkSuiteParts(suite)]);
  refuseErrors([
    ...cases.flatMap(({ definition, phase, field }) => checkCaseParts(definition, phase, field)),
    ...checkDependencies(
      cases.map(({ definition, phase, field }) => {
        const { name, dependsOn } = definition;
        return { name, dependsOn, phase, field };
      }),
    ),
  ]);
  return { suite, cases };
}

/** Whether two suites are the same to a reader of their files. */
export function isSameSuite(left: SuiteDefinition, right: SuiteDefinition): boolean {
  return (
    JSON.stringify(left) === JSON.stringify(right) || printSuiteYaml(left) === printSuiteYaml(right)
  );
}

/** The same of two cases. */
export function isSameCase(left: CaseDefinition, right: CaseDefinition): boolean {
  return isSameSuite({ name: "", cases: [left] }, { name: "", cases: [right] });
}

/** Lower-case ASCII that no file system minds. */
export function nameSuiteFile(suiteName: string): string {
  const slug = suiteName
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return `${slug || "suite"}.suite.yaml`;
}

function listFileCases({ setUp = [], cases, tearDown = [] }: SuiteDefinition): FileCase[] {
  const place = (list: string, phase: Phase, definitions: readonly CaseDefinition[]) =>
    definitions.map((definition, at) => ({ phase, field: `${list}[${at}]`, definition }));
  return [
    ...place("setUp", "setUp", setUp),
    ...place("cases", "test", cases),
    ...place("tearDown", "tearDown", tearDown),
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

function toYamlError({ line, message }: YamlProblem): FieldError {
  return {
    field: "yaml",
    code: "yaml",
    message: line === null ? flatten(message) : `Line ${line}: ${flatten(message)}`,
  };
}
