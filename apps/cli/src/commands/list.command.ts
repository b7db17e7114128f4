import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const listCommand: Command = {
  name: "list",
  summary: "List suites, specifications, environments or projects",
  usage: "suites | specs | environments | projects",
  operands: [1, 1],
  choices: ["suites", "specs", "environments", "projects"],
  options: [projectOption, jsonOption, ...connectionOptions],
  examples: [
    { line: "lintel list projects", does: "List the projects that the key can access." },
    { line: "lintel list suites --project Bookshop", does: "List all suites of a project." },
    {
      line: "lintel list specs --project Bookshop",
      does: "List its specifications with the newest version of each.",
    },
    {
      line: "lintel list environments --project Bookshop --json",
      does: "List the environments as JSON.",
    },
  ],
  run: async (invocation) => (await import("../items/list-items.ts")).listItems(invocation),
};
