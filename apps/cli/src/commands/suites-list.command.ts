import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const suitesListCommand: Command = {
  name: "suites list",
  summary: "List suites",
  usage: "[options]",
  operands: [0, 0],
  options: [projectOption, jsonOption, ...connectionOptions],
  examples: [{ line: "lintel suites list --project Shop", does: "List all suites of a project." }],
  run: async (invocation) =>
    (await import("../items/list-items.ts")).listItems(invocation, "suites"),
};
