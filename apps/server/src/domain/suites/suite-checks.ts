import type { CaseDefinition, Phase } from "@lintel/contract/shapes/test-case";
import type { DataRows, SuiteDefaults, Variables } from "@lintel/contract/shapes/test-suite";
import { compileCase } from "@lintel/runner/plan/compile-case";
import { compileAuth } from "@lintel/runner/plan/compile-request";
import { DataRowsError, parseDataRows } from "@lintel/runner/plan/data-rows";
import { linkDependencies } from "@lintel/runner/plan/link-dependencies";
import { makeProblemList, type ProblemList } from "@lintel/runner/problems/problem-list";
import { compileTemplate } from "@lintel/runner/template/compile-template";
import { listFields } from "../../platform/list-fields.ts";
import { Problem, type FieldError } from "../../platform/problem.ts";

// A suite that no environment could run is refused when it is written.

/** Maximum errors of one answer. */
export const maxErrors = 50;
/**
 * Maximum nesting of a case or variable. With the levels around it, it fits the limit of a file.
 */
const maxDepth = 50;

/** The fields of a case for the rules between cases. `field` is its path in the input. */
export interface LinkedCase {
  readonly phase: Phase;
  readonly name: string;
  readonly dependsOn?: string[] | undefined;
  readonly field: string;
}

/** Throws if there are errors. @throws Problem VALIDATION_FAILED */
export function refuseErrors(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const shown = errors.slice(0, maxErrors).map((error) => ({
    ...error,
    field: error.field.replace(/^\./, ""),
  }));
  const names = listFields(shown.map(({ field }) => field));
  throw new Problem("VALIDATION_FAILED", `Not valid: ${names}.`, { errors: shown });
}

/** Invalid templates, paths, patterns and expected values of one case. */
export function checkCaseParts(
  definition: CaseDefinition,
  phase: Phase,
  field: string,
): readonly FieldError[] {
  const tooDeep = listTooDeep(definition, field);
  if (tooDeep.length > 0) return tooDeep;
  const problems = makeProblemList();
  compileCase(
    { definition: { ...definition, id: "" }, phase, field },
    { dependencies: [], skipReason: null },
    { suite: {}, authOverride: null },
    problems,
  );
  return problems.found;
}

/**
 * Cases that depend on a missing or later case, directly or in a circle. `cases` are all cases of a
 * suite in execution order.
 */
export function checkDependencies(cases: readonly LinkedCase[]): readonly FieldError[] {
  const problems = makeProblemList();
  const placed = cases.map(({ phase, name, dependsOn = [], field }) => ({
    phase,
    field,
    definition: { id: "", name, dependsOn, request: { method: "GET" as const, url: "/" } },
  }));
  linkDependencies(placed, placed, problems);
  return problems.found;
}

/** Invalid data rows and templates of the suite itself. Only the given parts are checked. */
export function checkSuiteParts(parts: {
  readonly data?: DataRows | null;
  readonly variables?: Variables;
  readonly defaults?: SuiteDefaults;
}): readonly FieldError[] {
  const tooDeep = listTooDeep(parts.variables ?? {}, "variables");
  if (tooDeep.length > 0) return tooDeep;
  const problems = makeProblemList();
  checkTemplates(parts.variables ?? {}, "variables", problems);
  checkTemplates(parts.defaults?.headers ?? {}, "defaults.headers", problems);
  const auth = parts.defaults?.auth;
  if (auth !== undefined) problems.attempt("defaults.auth", () => compileAuth(auth));
  return [...problems.found, ...checkData(parts.data ?? null)];
}

function listTooDeep(members: object, field: string): FieldError[] {
  return Object.entries(members)
    .filter(([, member]) => isDeeperThan(maxDepth - 1, member))
    .map(([name]) => ({
      field: `${field}.${name}`,
      code: "tooDeep",
      message: `Nest lists and objects at most ${maxDepth} levels deep.`,
    }));
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

function checkTemplates(values: Variables, field: string, problems: ProblemList): void {
  for (const [name, value] of Object.entries(values)) {
    problems.attempt(`${field}.${name}`, () => compileTemplate(value));
  }
}

function checkData(data: DataRows | null): FieldError[] {
  if (data === null) return [];
  try {
    parseDataRows(data);
    return [];
  } catch (error) {
    if (!(error instanceof DataRowsError)) throw error;
    return [{ field: "data.text", code: "INVALID_DATA", message: error.message }];
  }
}
