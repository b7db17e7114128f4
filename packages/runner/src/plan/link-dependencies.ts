import type { ProblemList } from "../problems/problem-list.ts";
import { isEnabled, type PlacedCase } from "./select-cases.ts";

/** The dependencies of a case. */
export interface Links {
  /** Indices in the run of the cases that must have passed. */
  readonly dependencies: readonly number[];
  /** Why the case cannot run in any pass, or null. */
  readonly skipReason: string | null;
}

interface Suite {
  readonly byName: ReadonlyMap<string, PlacedCase>;
  readonly places: ReadonlyMap<PlacedCase, number>;
  readonly inCycles: ReadonlySet<PlacedCase>;
}

function indexByName(all: readonly PlacedCase[]): Map<string, PlacedCase> {
  const byName = new Map<string, PlacedCase>();
  for (const placed of all) {
    const { name } = placed.definition;
    const known = byName.get(name);
    if (known === undefined || (!isEnabled(known) && isEnabled(placed))) byName.set(name, placed);
  }
  return byName;
}

/** Every cycle found in one traversal of all dependencies: each case once, the first not repeated. */
function listCycles(run: readonly PlacedCase[], byName: Suite["byName"]): PlacedCase[][] {
  const cycles: PlacedCase[][] = [];
  const done = new Set<PlacedCase>();
  /** The path from the start of the traversal; a set keeps the order. */
  const path = new Set<PlacedCase>();
  const walk = (placed: PlacedCase): void => {
    if (done.has(placed)) return;
    if (path.has(placed)) {
      const steps = [...path];
      cycles.push(steps.slice(steps.indexOf(placed)));
      return;
    }
    path.add(placed);
    for (const name of placed.definition.dependsOn ?? []) {
      const needed = byName.get(name);
      if (needed !== undefined) walk(needed);
    }
    path.delete(placed);
    done.add(placed);
  };
  run.forEach(walk);
  return cycles;
}

function reportCycle(cycle: readonly PlacedCase[], problems: ProblemList): void {
  const [first] = cycle;
  if (first === undefined) return;
  const names = [...cycle, first].map((placed) => JSON.stringify(placed.definition.name));
  const message = `The cases depend on each other (${names.join(" → ")}): remove one dependency.`;
  problems.add(`${first.field}.dependsOn`, "DEPENDENCY_CYCLE", message);
}

function linkCase(placed: PlacedCase, at: number, suite: Suite, problems: ProblemList): Links {
  const dependencies: number[] = [];
  let skipReason: string | null = null;
  placed.definition.dependsOn?.forEach((name, index) => {
    const field = `${placed.field}.dependsOn[${index}]`;
    const needed = suite.byName.get(name);
    const place = needed === undefined ? undefined : suite.places.get(needed);
    if (needed === undefined) {
      problems.add(
        field,
        "UNKNOWN_DEPENDENCY",
        `The suite has no case "${name}": correct the name.`,
      );
    } else if (place === undefined) {
      const why = isEnabled(needed) ? "is not part of this run" : "is disabled";
      skipReason ??= `depends on "${name}", which ${why}`;
    } else if (place < at) {
      dependencies.push(place);
    } else if (!suite.inCycles.has(placed) || !suite.inCycles.has(needed)) {
      problems.add(field, "DEPENDENCY_ORDER", `"${name}" runs later: move it before this case.`);
    }
  });
  return { dependencies, skipReason };
}

/** Finds the dependencies of each case of a run; `run` is in the order of execution. */
export function linkDependencies(
  all: readonly PlacedCase[],
  run: readonly PlacedCase[],
  problems: ProblemList,
): Links[] {
  const byName = indexByName(all);
  const cycles = listCycles(run, byName);
  for (const cycle of cycles) reportCycle(cycle, problems);
  const suite: Suite = {
    byName,
    places: new Map(run.map((placed, at) => [placed, at])),
    inCycles: new Set(cycles.flat()),
  };
  return run.map((placed, at) => linkCase(placed, at, suite, problems));
}
