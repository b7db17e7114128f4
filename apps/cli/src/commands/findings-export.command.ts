import { scanReportFormats } from "@lintel/contract/shapes/scan-names.generated";
import { statusOption } from "../command-line/finding-options.ts";
import { connectionOptions, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const findingsExportCommand: Command = {
  name: "findings export",
  summary: "Write the findings of a project as a report",
  usage: "[options]",
  operands: [0, 0],
  options: [
    projectOption,
    {
      name: "format",
      value: "FORMAT",
      choices: scanReportFormats,
      summary: "The format of the report",
      otherwise: "sarif",
    },
    statusOption,
    {
      name: "output",
      short: "o",
      value: "FILE",
      summary: "The file to write",
      otherwise: "stdout",
    },
    ...connectionOptions,
  ],
  notes: ["A report has at most 1,000 findings, the worst ones; CSV has at most 10,000."],
  examples: [
    {
      line: "lintel findings export --project Shop --format sarif-github --output findings.sarif",
      does: "Write what GitHub's code scanning reads.",
    },
    {
      line: "lintel findings export -p Shop --format gitlab --output gl-dast-report.json",
      does: "Write what GitLab reads.",
    },
  ],
  run: async (invocation) =>
    (await import("../findings/export-findings.ts")).exportFindings(invocation),
};
