import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const environmentsListCommand: Command = {
  name: "environments list",
  summary: "List environments",
  usage: "[options]",
  operands: [0, 0],
  options: [projectOption, jsonOption, ...connectionOptions],
  examples: [
    { line: "lintel environments list --project Shop", does: "All environments of a project." },
  ],
  run: async (invocation) =>
    (await import("../items/list-items.ts")).listItems(invocation, "environments"),
};
