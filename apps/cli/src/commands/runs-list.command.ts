import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const runsListCommand: Command = {
  name: "runs list",
  summary: "List the runs of a project, the newest first",
  usage: "[options]",
  operands: [0, 0],
  options: [
    projectOption,
    { name: "suite", value: "SUITE", summary: "Only runs of this suite" },
    {
      name: "take",
      value: "N",
      range: [1, 100],
      summary: "How many to list",
      otherwise: "20",
    },
    jsonOption,
    ...connectionOptions,
  ],
  examples: [
    { line: "lintel runs list --project Shop", does: "List the last 20 runs with their verdicts." },
    { line: "lintel runs list -p Shop --suite Checkout --take 5 --json", does: "For a program." },
  ],
  run: async (invocation) => (await import("../runs/list-runs.ts")).listRuns(invocation),
};
