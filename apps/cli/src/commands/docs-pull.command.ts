import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { syncedDocOption } from "./docs-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const docsPullCommand: Command = {
  name: "docs pull",
  summary: "Write documentation as a folder of Markdown",
  usage: "[FOLDER] [options]",
  operands: [0, 1],
  options: [
    projectOption,
    syncedDocOption,
    {
      name: "version",
      value: "V",
      summary: "The version's label or id",
      otherwise: "that of the last sync, or the newest draft",
    },
    { name: "merge", summary: "Merge files that changed on both sides" },
    {
      name: "force",
      summary: "Replace files that changed on both sides; yours are kept in .lintel",
    },
    { name: "dry-run", summary: "Show what would change without writing files" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "FOLDER is docs by default. Pushed files come back byte for byte; edits on the server change only what was edited.",
    "Your own changes are kept. If a file changed on both sides, nothing is written, and the command exits with 6. With --merge, lines that changed on both sides are put between conflict marks, which a push refuses.",
  ],
  examples: [
    {
      line: "lintel docs pull ./docs -p Bookshop --doc guide",
      does: "Start from the existing documentation.",
    },
    { line: "lintel docs pull --merge", does: "Merge the edits of others." },
    { line: "lintel docs pull --version 1.0 ./docs-1.0", does: "Write another version." },
  ],
  run: async (invocation) => (await import("../docs/pull-docs.ts")).pullDocs(invocation),
};
