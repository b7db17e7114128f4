import { connectionOptions, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const suitesPullCommand: Command = {
  name: "suites pull",
  summary: "Write a suite as a YAML file",
  usage: "SUITE [FILE]",
  operands: [1, 2],
  options: [projectOption, ...connectionOptions],
  notes: ["Without FILE, or with -, the suite is printed."],
  examples: [
    {
      line: "lintel suites pull Smoke --project Bookshop tests/smoke.yaml",
      does: "Store the suite with the code.",
    },
  ],
  run: async (invocation) => (await import("../suites/pull-suite.ts")).pullSuite(invocation),
};
