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
    { line: "lintel list projects", does: "The projects that the key can see." },
    { line: "lintel list suites --project Bookshop", does: "All suites of a project." },
    {
      line: "lintel list specs --project Bookshop",
      does: "Its specifications, with the newest version.",
    },
    {
      line: "lintel list environments --project Bookshop --json",
      does: "The environments for a program.",
    },
  ],
  run: async (invocation) => (await import("../items/list-items.ts")).listItems(invocation),
};
