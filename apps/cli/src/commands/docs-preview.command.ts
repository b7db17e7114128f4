import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";
import { docOption } from "./docs-options.ts";

export const docsPreviewCommand: Command = {
  name: "docs preview",
  summary: "Create a link that shows a version to anyone for one day",
  usage: "[options]",
  operands: [0, 0],
  options: [
    projectOption,
    docOption,
    {
      name: "version",
      value: "V",
      summary: "The version's label or id",
      otherwise: "the newest draft, or the published one",
    },
    jsonOption,
    ...connectionOptions,
  ],
  examples: [
    { line: "lintel docs preview -p Bookshop --doc guide", does: "View a draft in the portal." },
  ],
  run: async (invocation) =>
    (await import("../docs/preview-version.ts")).previewVersion(invocation),
};
