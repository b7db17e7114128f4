import type { PlanProblem } from "../problems/plan-problem.ts";
import { makeProblemList, type ProblemList } from "../problems/problem-list.ts";
import type { Layer } from "../template/template.types.ts";
import { checkCases } from "./check-cases.ts";
import { checkTemplate } from "./check-variables.ts";
import { compileCase } from "./compile-case.ts";
import { compileAuth, type RequestDefaults } from "./compile-request.ts";
import { type DataRow, DataRowsError, parseDataRows } from "./data-rows.ts";
import { linkDependencies } from "./link-dependencies.ts";
import { planEnvironment } from "./plan-environment.ts";
import { makeDataLayer, planVariables } from "./plan-variables.ts";
import type {
  PlannedCase,
  PlannedSuite,
  RunEnvironment,
  RunOptions,
  RunPlan,
} from "./plan.types.ts";
import { listCases, selectCases } from "./select-cases.ts";

/** Maximum executions of cases in one run, over all passes. */
const maxPlannedCases = 100_000;

export interface PlanInput {
  readonly suite: PlannedSuite;
  readonly environment: RunEnvironment | null;
  readonly options: RunOptions;
}

/** The suite's folder and name, by which reports identify it in every environment. */
function formatSuitePath(suite: Pick<PlannedSuite, "folder" | "name">): string {
  return suite.folder ? `${suite.folder}/${suite.name}` : suite.name;
}

function readRows(suite: PlannedSuite, problems: ProblemList): readonly DataRow[] {
  if (!suite.data) return [];
  try {
    return parseDataRows(suite.data);
  } catch (error) {
    if (!(error instanceof DataRowsError)) throw error;
    problems.add("data.text", "INVALID_DATA", error.message);
    return [];
  }
}

/** Columns that every row has; and for the others, the first row without them, counted from 1. */
function sortColumns(rows: readonly DataRow[]) {
  const columns = new Set(rows.flatMap((row) => Object.keys(row)));
  const looseColumns = new Map<string, number>();
  for (const name of columns) {
    const lacking = rows.findIndex((row) => !Object.hasOwn(row, name));
    if (lacking < 0) continue;
    looseColumns.set(name, lacking + 1);
    columns.delete(name);
  }
  return { columns, looseColumns };
}

function makeRowLayers(rows: readonly DataRow[]): RunPlan["rows"] {
  return rows.length === 0 ? [null] : rows.map((row) => makeDataLayer(Object.entries(row)));
}

function indexProviders(cases: readonly PlannedCase[]): Map<string, number[]> {
  const providers = new Map<string, number[]>();
  cases.forEach((planned, at) => {
    for (const { name } of planned.extractions) {
      const places = providers.get(name);
      if (places === undefined) providers.set(name, [at]);
      else places.push(at);
    }
  });
  return providers;
}

function readOverride(options: RunOptions, problems: ProblemList): RequestDefaults["authOverride"] {
  const { authOverride } = options;
  if (authOverride === undefined) return null;
  return problems.attempt("authOverride", () => compileAuth(authOverride)) ?? null;
}

function countCases(cases: number, passes: number, problems: ProblemList): number {
  const total = cases * passes;
  if (total > maxPlannedCases) {
    const message = `The run has ${total} cases, more than ${maxPlannedCases}: lower the iterations, the rows of data or the cases.`;
    problems.add("iterations", "TOO_MANY_CASES", message);
  }
  return total;
}

/** Names that the run's own authentication may use: those that do not belong to a case. */
function checkOverride(
  override: RequestDefaults["authOverride"],
  plan: { readonly fixed: Layer; readonly variables: Layer },
  columns: ReadonlySet<string>,
  problems: ProblemList,
): void {
  if (override === null) return;
  const explain = (name: string) => `{{${name}}} has no value: define it in the environment.`;
  const placed = {
    field: "authOverride",
    template: override.fields,
    isInRequest: true,
    isInLoop: false,
    mayLack: false,
  };
  const isDynamic = (name: string) => columns.has(name);
  checkTemplate(placed, { isDynamic, ...plan, mayLack: () => false, explain }, problems);
}

function makePlan(input: PlanInput, problems: ProblemList): RunPlan {
  const { suite, environment, options } = input;
  const rows = readRows(suite, problems);
  const sorted = sortColumns(rows);
  const planned = environment === null ? null : planEnvironment(environment, problems);
  const variables = planVariables(suite, environment, options, problems);
  const all = listCases(suite);
  const selected = selectCases(all, options, problems);
  const links = linkDependencies(all, selected, problems);
  const authOverride = readOverride(options, problems);
  const defaults: RequestDefaults = { suite: suite.defaults ?? {}, authOverride };
  const cases = selected.map((placed, at) => ({
    field: placed.field,
    planned: compileCase(
      placed,
      links[at] ?? { dependencies: [], skipReason: null },
      defaults,
      problems,
    ),
  }));
  const plan = { ...variables, environment: planned };
  checkOverride(authOverride, variables, sorted.columns, problems);
  const compiled = checkCases(cases, { plan, all, ...sorted }, problems);
  const { iterations, threads, delayMs, onError } = options;
  const totalCases = countCases(cases.length, iterations * Math.max(1, rows.length), problems);
  return {
    ...plan,
    iterations,
    threads,
    delayMs,
    onError,
    suiteName: suite.name,
    suitePath: formatSuitePath(suite),
    cases: compiled,
    providers: indexProviders(compiled),
    rows: totalCases > maxPlannedCases ? [] : makeRowLayers(rows),
    totalCases,
  };
}

/**
 * Plans a run: which cases run, in which order, with every template, path and pattern compiled.
 * Errors that can be detected before the first request are returned as problems.
 */
export function planRun(input: PlanInput): RunPlan | { readonly problems: readonly PlanProblem[] } {
  const problems = makeProblemList();
  const plan = makePlan(input, problems);
  return problems.found.length > 0 ? { problems: problems.found } : plan;
}
