import type { Severity } from "@lintel/contract/words/security";

const weights: Readonly<Record<Severity, number>> = {
  critical: 40,
  high: 15,
  medium: 5,
  low: 1,
  info: 0,
};

export interface Scored {
  readonly guidanceId: string;
  readonly severity: Severity;
}

/** Findings of one guidance id. */
export interface GroupedFindings extends Scored {
  readonly count: number;
}

/** The security score of open findings, as `scoreGroups` gives it. */
export function scoreFindings(findings: readonly Scored[]): number {
  const groups = Map.groupBy(findings, ({ guidanceId }) => guidanceId);
  return scoreGroups(
    Array.from(groups, ([guidanceId, [first]]) => ({
      guidanceId,
      severity: first?.severity ?? "info",
      count: groups.get(guidanceId)?.length ?? 0,
    })),
  );
}

/**
 * The security score of open findings, 0 to 100. The n-th finding of one guidance id counts 1/n, so
 * that one mistake in many places does not hide others. At most 39 with a critical finding, and at
 * most 69 with a high one.
 */
export function scoreGroups(groups: readonly GroupedFindings[]): number {
  let sum = 0;
  for (const { severity, count } of groups)
    for (let nth = 1; nth <= count; nth += 1) sum += weights[severity] / nth;
  const has = (severity: Severity) => groups.some((group) => group.severity === severity);
  const limit = has("critical") ? 39 : has("high") ? 69 : 100;
  return Math.min(limit, Math.round(100 * Math.exp(-sum / 100)));
}
