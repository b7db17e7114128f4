import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";
import { docOption, visibilityOption } from "./docs-options.ts";

export const docsPublishCommand: Command = {
  name: "docs publish",
  summary: "Publish a draft of a documentation",
  usage: "[options]",
  operands: [0, 0],
  options: [
    projectOption,
    docOption,
    {
      name: "version",
      value: "V",
      summary: "The draft's label or id",
      otherwise: "the only draft",
    },
    visibilityOption,
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "If the documentation requires approval, a draft is submitted for review, and a version in review is published if the key may approve it.",
  ],
  examples: [
    {
      line: "lintel docs publish -p Bookshop --doc guide --visibility public",
      does: "Publish the draft for anyone, and print its address.",
    },
  ],
  run: async (invocation) => (await import("../docs/publish-draft.ts")).publishDraft(invocation),
};
