import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const specsListCommand: Command = {
  name: "specs list",
  summary: "List specifications",
  usage: "[options]",
  operands: [0, 0],
  options: [projectOption, jsonOption, ...connectionOptions],
  examples: [
    {
      line: "lintel specs list --project Shop",
      does: "List its specifications with the newest version of each.",
    },
  ],
  run: async (invocation) =>
    (await import("../items/list-items.ts")).listItems(invocation, "specs"),
};
