import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const docsPullCommand: Command = {
  name: "docs pull",
  summary: "Write documentation as a folder of Markdown",
  usage: "[FOLDER] [options]",
  operands: [0, 1],
  options: [
    projectOption,
    {
      name: "doc",
      value: "D",
      summary: "The documentation's name, slug or id",
      otherwise: "that of the last sync, or the only one",
    },
    {
      name: "version",
      value: "V",
      summary: "The version's label or id",
      otherwise: "that of the last sync, or the newest draft",
    },
    { name: "merge", summary: "Bring both together where both changed" },
    { name: "force", summary: "Take the server's where both changed; yours is kept in .lintel" },
    { name: "dry-run", summary: "Show what would change, and write nothing" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "FOLDER is docs unless given. What was pushed comes back byte for byte; after an edit on the server only what was edited differs.",
    "Your own changes stay. Where both sides changed a file nothing is written, and it exits 6; with --merge lines that both changed are left between marks, which a push refuses.",
  ],
  examples: [
    { line: "lintel docs pull ./docs -p Bookshop --doc guide", does: "Begin with what is there." },
    { line: "lintel docs pull --merge", does: "Bring in what others edited." },
    { line: "lintel docs pull --version 1.0 ./docs-1.0", does: "Look at another version." },
  ],
  run: async (invocation) => (await import("../docs/pull-docs.ts")).pullDocs(invocation),
};
