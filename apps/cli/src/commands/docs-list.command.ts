import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const docsListCommand: Command = {
  name: "docs list",
  summary: "List documentations with their versions",
  usage: "[options]",
  operands: [0, 0],
  options: [projectOption, jsonOption, ...connectionOptions],
  examples: [
    { line: "lintel docs list --project Bookshop", does: "One line per version, newest first." },
    { line: "lintel docs list -p Bookshop --json", does: "The same as JSON." },
  ],
  run: async (invocation) => (await import("../docs/list-docs.ts")).listDocs(invocation),
};
