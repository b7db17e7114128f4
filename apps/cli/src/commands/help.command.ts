import type { Command } from "../command-line/command.types.ts";

/** Generates help from the list of commands, which includes this one. */
export const makeHelpCommand = (list: () => readonly Command[]): Command => ({
  name: "help",
  summary: "Show how a command is used",
  usage: "[COMMAND]",
  operands: [0, 2],
  options: [],
  examples: [
    { line: "lintel help run", does: "Every option of run, with examples." },
    { line: "lintel help suites push", does: "The same for a command of two words." },
  ],
  run: async (invocation) => (await import("../help/print-help.ts")).printHelp(invocation, list()),
});
