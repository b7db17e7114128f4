import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const findingsShowCommand: Command = {
  name: "findings show",
  summary: "Show a finding with its proof, its remedy and its history",
  usage: "FINDING",
  operands: [1, 1],
  options: [projectOption, jsonOption, ...connectionOptions],
  notes: ["FINDING is an id from `lintel findings list`."],
  examples: [
    {
      line: "lintel findings show 0198c5a2-6c1e-7000-8000-1f2e3d4c5b6a --project Shop",
      does: "Show how the weakness was proved.",
    },
  ],
  run: async (invocation) => (await import("../findings/show-finding.ts")).showFinding(invocation),
};
