import type { Severity } from "./finding.types.ts";

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

/**
 * The security score of open findings, 0 to 100. The n-th finding of one guidance id counts 1/n, so
 * that one mistake in many places does not hide others. At most 39 with a critical finding, and at
 * most 69 with a high one.
 */
export function scoreFindings(findings: readonly Scored[]): number {
  const seen = new Map<string, number>();
  let sum = 0;
  for (const { guidanceId, severity } of findings) {
    const count = (seen.get(guidanceId) ?? 0) + 1;
    seen.set(guidanceId, count);
    sum += weights[severity] / count;
  }
  const has = (severity: Severity) => findings.some((finding) => finding.severity === severity);
  const limit = has("critical") ? 39 : has("high") ? 69 : 100;
  return Math.min(limit, Math.round(100 * Math.exp(-sum / 100)));
}
