import { findingFilterOptions } from "../command-line/finding-options.ts";
import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const findingsListCommand: Command = {
  name: "findings list",
  summary: "List the weaknesses that scans of a project found, the worst first",
  usage: "[options]",
  operands: [0, 0],
  options: [
    projectOption,
    ...findingFilterOptions,
    { name: "take", value: "N", range: [1, 100], summary: "How many to list", otherwise: "50" },
    jsonOption,
    ...connectionOptions,
  ],
  examples: [
    { line: "lintel findings list --project Shop", does: "List the open findings." },
    {
      line: "lintel findings list -p Shop --status all --severity high --json",
      does: "All high findings, for a program.",
    },
  ],
  run: async (invocation) =>
    (await import("../findings/list-findings.ts")).listFindings(invocation),
};
