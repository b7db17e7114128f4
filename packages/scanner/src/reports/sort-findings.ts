import { severities } from "@lintel/contract/words/security";
import type { ReportedFinding } from "./report.types.ts";

/** The worst first; those of one severity stay in their order. */
export const sortBySeverity = (findings: readonly ReportedFinding[]): ReportedFinding[] =>
  findings.toSorted(
    (left, right) =>
      severities.indexOf(left.guidance.severity) - severities.indexOf(right.guidance.severity),
  );
