import { connectionOptions, jsonOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const projectsListCommand: Command = {
  name: "projects list",
  summary: "List projects",
  usage: "[options]",
  operands: [0, 0],
  options: [jsonOption, ...connectionOptions],
  examples: [{ line: "lintel projects list", does: "List the projects that the key can access." }],
  run: async (invocation) =>
    (await import("../items/list-items.ts")).listItems(invocation, "projects"),
};
