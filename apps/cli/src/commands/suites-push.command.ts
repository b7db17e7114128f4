import { connectionOptions, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const suitesPushCommand: Command = {
  name: "suites push",
  summary: "Make or change suites from YAML files",
  usage: "FILE…",
  operands: [1, Infinity],
  options: [projectOption, ...connectionOptions],
  notes: [
    "The suite of the file's folder and name is brought to what the file says; cases keep their ids by name. A file - is standard input.",
    "The files are stored one after the other; at the first that is refused it stops.",
  ],
  examples: [
    {
      line: "lintel suites push --project Bookshop tests/*.yaml",
      does: "Store every suite of a folder.",
    },
  ],
  run: async (invocation) => (await import("../suites/push-suites.ts")).pushSuites(invocation),
};
