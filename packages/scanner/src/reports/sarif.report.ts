import type { ScanReport } from "./report.types.ts";
import { writeSarif } from "./write-sarif.ts";

export const sarifReport: ScanReport = {
  format: "sarif",
  mediaType: "application/sarif+json",
  summary: "SARIF 2.1.0, for code scanning.",
  render: ({ findings }, { version }) =>
    `${JSON.stringify(writeSarif(findings, { version }), null, 2)}\n`,
};

export const githubReport: ScanReport = {
  format: "sarif-github",
  mediaType: "application/sarif+json",
  summary: "SARIF 2.1.0 as GitHub's code scanning reads it.",
  render: ({ findings }, { version }) =>
    `${JSON.stringify(writeSarif(findings, { version, target: "github" }), null, 2)}\n`,
};
