import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";
import { docOption } from "./docs-options.ts";

export const docsVersionsCommand: Command = {
  name: "docs versions",
  summary: "List the versions of a documentation with their addresses",
  usage: "[options]",
  operands: [0, 0],
  options: [projectOption, docOption, jsonOption, ...connectionOptions],
  notes: [
    "Publishing archives the version of the same label that was published before, and calls it by its number: 1.0-r3. Only so many of these copies stay as the documentation keeps (keptCopies, 5 unless set).",
  ],
  examples: [
    { line: "lintel docs versions -p Bookshop --doc guide", does: "A line for each version." },
  ],
  run: async (invocation) => (await import("../docs/list-versions.ts")).listVersions(invocation),
};
