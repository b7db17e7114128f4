import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";
import { docOption } from "./docs-options.ts";

export const docsAttachCommand: Command = {
  name: "docs attach",
  summary: "Show the API reference of a specification in a documentation",
  usage: "SPEC [options]",
  operands: [1, 1],
  options: [
    projectOption,
    docOption,
    {
      name: "version",
      value: "V",
      summary: "The version's label or id; a published one is copied into a draft",
      otherwise: "the newest draft, or a copy of the published one",
    },
    {
      name: "spec-version",
      value: "V",
      summary: "The specification's version, by its name or id",
      otherwise: "the one that was published last, or the newest",
    },
    { name: "folder", value: "F", summary: "The folder that it goes into, such as guide/advanced" },
    {
      name: "title",
      value: "T",
      summary: "What it is called",
      otherwise: "the specification's name",
    },
    { name: "slug", value: "S", summary: "How its address ends", otherwise: "made from the title" },
    { name: "publish", summary: "Publish the version afterwards" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "SPEC is a specification's name or id. Its document is shown as it is at this moment; the same command again renews it.",
    "A push leaves the reference where it is. To keep it with the folder of Markdown, name it in a _folder.yml there (`references`), and every push attaches and renews it.",
    "The key needs docs:write and specs:read.",
  ],
  examples: [
    {
      line: 'lintel docs attach "Bookshop API" -p Bookshop --doc guide --publish',
      does: "Attach the reference and publish it.",
    },
  ],
  run: async (invocation) => (await import("../docs/attach-spec.ts")).attachSpec(invocation),
};
