import type { Item } from "../../api/api.ts";

export type Verdict = Item<"listRunCases">["verdict"];

/** The counts of a run as people read them: what went wrong comes first, and what there is none of is left out. */
export function listCounts(counts: {
  readonly passedCases: number;
  readonly failedCases: number;
  readonly erroredCases: number;
  readonly blockedCases: number;
  readonly skippedCases: number;
}): { readonly name: string; readonly count: number; readonly tone: string }[] {
  return [
    { name: "failed", count: counts.failedCases, tone: "bad" },
    { name: "with errors", count: counts.erroredCases, tone: "bad" },
    { name: "blocked", count: counts.blockedCases, tone: "warn" },
    { name: "skipped", count: counts.skippedCases, tone: "none" },
    { name: "passed", count: counts.passedCases, tone: "good" },
  ].filter(({ count }) => count > 0);
}

/** Milliseconds until the end, if the other cases take as long as those before; null: nothing is known yet. */
export function estimateLeft(run: {
  readonly completedCases: number;
  readonly totalCases: number;
  readonly currentDurationMs: number;
}): number | null {
  if (run.completedCases === 0) return null;
  return (run.currentDurationMs / run.completedCases) * (run.totalCases - run.completedCases);
}
