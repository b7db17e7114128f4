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
    "Publishing archives the published version of the same label and adds its number to the label: 1.0-r3. The documentation keeps a limited number of these copies (keptCopies, default 5).",
  ],
  examples: [
    { line: "lintel docs versions -p Bookshop --doc guide", does: "One line per version." },
  ],
  run: async (invocation) => (await import("../docs/list-versions.ts")).listVersions(invocation),
};
