import { connectionOptions, projectOption, yesOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const suitesDeleteCommand: Command = {
  name: "suites delete",
  summary: "Delete a suite with its cases",
  usage: "SUITE",
  operands: [1, 1],
  options: [projectOption, yesOption, ...connectionOptions],
  notes: ["SUITE is a suite's name, its folder and name joined by /, or its id."],
  examples: [
    {
      line: "lintel suites delete Smoke --project Shop",
      does: "Asks for confirmation. Runs of the suite are kept.",
    },
  ],
  run: async (invocation) => (await import("../suites/delete-suite.ts")).deleteSuite(invocation),
};
