import type { CaseResult } from "@lintel/contract/shapes/test-run";

/** The results of one pass over the suite. */
export interface PassResults {
  /** For example `iteration 2, row 3`; empty if the run has one pass. */
  readonly label: string;
  readonly results: readonly CaseResult[];
}

const writeLabel = ({ iteration, row }: CaseResult) =>
  row === null ? `iteration ${iteration}` : `iteration ${iteration}, row ${row}`;

/** The results grouped and ordered by pass, also if the passes ran in parallel. */
export function groupPasses(results: readonly CaseResult[]): PassResults[] {
  const groups = Map.groupBy(results, writeLabel);
  const order = ({ iteration, row }: CaseResult) => [iteration, row ?? 0] as const;
  const passes = [...groups.values()].toSorted(([left], [right]) => {
    if (left === undefined || right === undefined) return 0;
    const [a, b] = [order(left), order(right)];
    return a[0] - b[0] || a[1] - b[1];
  });
  return passes.map((own) => ({
    label: passes.length === 1 || own[0] === undefined ? "" : writeLabel(own[0]),
    results: own,
  }));
}
