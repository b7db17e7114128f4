import { connectionOptions, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const suitesPushCommand: Command = {
  name: "suites push",
  summary: "Create or update suites from YAML files",
  usage: "FILE…",
  operands: [1, Infinity],
  options: [projectOption, ...connectionOptions],
  notes: [
    "Updates the suite with the folder and name in the file, or creates it. Cases keep their ids by name. A file - is standard input.",
    "The files are stored in order; the command stops at the first refusal.",
  ],
  examples: [
    {
      line: "lintel suites push --project Bookshop tests/*.yaml",
      does: "Store every suite of a folder.",
    },
  ],
  run: async (invocation) => (await import("../suites/push-suites.ts")).pushSuites(invocation),
};
