import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";
import { docOption } from "./docs-options.ts";

export const docsAttachCommand: Command = {
  name: "docs attach",
  summary: "Add the API reference of a specification to a documentation",
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
      summary: "The specification's version, by name or id",
      otherwise: "the last published version, or the newest",
    },
    { name: "folder", value: "F", summary: "The folder for the reference, such as guide/advanced" },
    {
      name: "title",
      value: "T",
      summary: "The title of the reference",
      otherwise: "the specification's name",
    },
    {
      name: "slug",
      value: "S",
      summary: "The last part of its address",
      otherwise: "made from the title",
    },
    { name: "publish", summary: "Publish the version afterwards" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "SPEC is a specification's name or id. The documentation shows a snapshot of its document; run the command again to update it.",
    "A push does not remove the reference. To attach and update it with every push, list it under `references` in a _folder.yml.",
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
