import { describeGap } from "./describe-gap.ts";
import type { ReportedScan, ScanReport } from "./report.types.ts";
import { writeSarif } from "./write-sarif.ts";

export const sarifReport: ScanReport = {
  format: "sarif",
  mediaType: "application/sarif+json",
  extension: "sarif",
  summary: "SARIF 2.1.0, for code scanning.",
  hasEvidence: false,
  render: ({ findings, ...scan }, { version }) =>
    `${JSON.stringify(writeSarif(findings, { version, gap: findGap(scan) }), null, 2)}\n`,
};

export const githubReport: ScanReport = {
  format: "sarif-github",
  mediaType: "application/sarif+json",
  extension: "sarif",
  summary: "SARIF 2.1.0 as GitHub's code scanning reads it.",
  hasEvidence: false,
  render: ({ findings, ...scan }, { version }) => {
    const sarif = writeSarif(findings, { version, target: "github", gap: findGap(scan) });
    return `${JSON.stringify(sarif, null, 2)}\n`;
  },
};

/** What a scan left untested; undefined for stored findings, which are of no single scan. */
const findGap = (scan: Omit<ReportedScan, "findings">): string | null | undefined =>
  scan.status === undefined ? undefined : describeGap(scan);
