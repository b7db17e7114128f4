import type { ScanReport } from "./report.types.ts";
import { writeSarif } from "./write-sarif.ts";

export const sarifReport: ScanReport = {
  format: "sarif",
  mediaType: "application/sarif+json",
  extension: "sarif",
  summary: "SARIF 2.1.0, for code scanning.",
  hasEvidence: false,
  render: ({ findings }, { version }) =>
    `${JSON.stringify(writeSarif(findings, { version }), null, 2)}\n`,
};

export const githubReport: ScanReport = {
  format: "sarif-github",
  mediaType: "application/sarif+json",
  extension: "sarif",
  summary: "SARIF 2.1.0 as GitHub's code scanning reads it.",
  hasEvidence: false,
  render: ({ findings }, { version }) =>
    `${JSON.stringify(writeSarif(findings, { version, target: "github" }), null, 2)}\n`,
};
