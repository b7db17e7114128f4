import type { Phase } from "@lintel/contract/shapes/test-case";
import type { ProblemList } from "../problems/problem-list.ts";
import type { PlannedSuite, RunOptions, SuiteCase } from "./plan.types.ts";

/** A case with its index in the suite. */
export interface PlacedCase {
  readonly definition: SuiteCase;
  readonly phase: Phase;
  /** The location for problems, for example `cases[3]`. */
  readonly field: string;
}

function place(cases: readonly SuiteCase[] | undefined, phase: Phase, list: string): PlacedCase[] {
  return (cases ?? []).map((definition, at) => ({ definition, phase, field: `${list}[${at}]` }));
}

/** Every case of a suite, including disabled ones, in the order in which they would run. */
export function listCases(suite: PlannedSuite): PlacedCase[] {
  return [
    ...place(suite.setUp, "setUp", "setUp"),
    ...place(suite.cases, "test", "cases"),
    ...place(suite.tearDown, "tearDown", "tearDown"),
  ];
}

export const isEnabled = (placed: PlacedCase) => placed.definition.isEnabled !== false;

function isPicked({ definition }: PlacedCase, options: RunOptions): boolean {
  const { caseIds, tags } = options;
  const hasTag = definition.tags?.some((tag) => tags?.includes(tag)) === true;
  return (
    (caseIds === undefined || caseIds.includes(definition.id)) && (tags === undefined || hasTag)
  );
}

/** Adds the direct and indirect dependencies of the selected cases. */
function closeOverDependencies(picked: Set<PlacedCase>, tests: readonly PlacedCase[]): void {
  const byName = new Map(tests.map((test) => [test.definition.name, test]));
  // Iterating over a set includes the members that are added during the iteration.
  for (const test of picked) {
    for (const name of test.definition.dependsOn ?? []) {
      const needed = byName.get(name);
      if (needed !== undefined) picked.add(needed);
    }
  }
}

function checkIds(all: readonly PlacedCase[], options: RunOptions, problems: ProblemList): void {
  const ids = new Set(all.map((placed) => placed.definition.id));
  options.caseIds?.forEach((id, at) => {
    if (ids.has(id)) return;
    problems.add(
      `caseIds[${at}]`,
      "UNKNOWN_CASE",
      "The suite has no case with this id: remove it.",
    );
  });
}

/**
 * The cases of a run, in stored order: set-up and tear-down always, the tests that `caseIds` and
 * `tags` select, and their dependencies. Disabled ones are excluded.
 */
export function selectCases(
  all: readonly PlacedCase[],
  options: RunOptions,
  problems: ProblemList,
): readonly PlacedCase[] {
  checkIds(all, options, problems);
  const enabled = all.filter(isEnabled);
  const tests = enabled.filter((placed) => placed.phase === "test");
  const picked = new Set(tests.filter((test) => isPicked(test, options)));
  closeOverDependencies(picked, tests);
  if (picked.size === 0) {
    const message = "No case is left to run: add or enable one, or choose other caseIds and tags.";
    problems.add("cases", "SUITE_EMPTY", message);
  }
  return enabled.filter((placed) => placed.phase !== "test" || picked.has(placed));
}
