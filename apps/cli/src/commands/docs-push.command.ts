import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { syncedDocOption, visibilityOption } from "./docs-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const docsPushCommand: Command = {
  name: "docs push",
  summary: "Replace a documentation with a folder of Markdown",
  usage: "[FOLDER] [options]",
  operands: [0, 1],
  options: [
    projectOption,
    syncedDocOption,
    { name: "create", value: "NAME", summary: "Create the documentation if it does not exist" },
    {
      name: "version",
      value: "V",
      summary: "The version's label or id; a published one is copied into a draft",
      otherwise: "that of the last push, or the newest draft",
    },
    visibilityOption,
    { name: "label", value: "L", summary: "The label of the version" },
    {
      name: "publish",
      summary: "Push into a draft of the published version, and publish it",
    },
    { name: "merge", summary: "First merge changes on the server into the folder" },
    { name: "force", summary: "Overwrite changes on the server; they are kept in .lintel" },
    { name: "dry-run", summary: "Show what would change without changing it" },
    {
      name: "all-warnings",
      summary: "Show every warning of the folder, including earlier pushes",
    },
    { name: "yes", short: "y", summary: "Remove files on the server without confirmation" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "By default, only members may read a published version (internal); --visibility or `lintel docs visibility` changes that.",
    "FOLDER is docs by default. The folder tree becomes folders and sections; front matter and _folder.yml set titles, slugs, order and icons. 01-intro.md comes first and gets the slug intro. Images are uploaded too.",
    "Either all changes are made or none. Changes on the server since your last sync are never overwritten silently: the command exits with 6 and says what to do.",
    "FOLDER/.lintel stores the state of the last sync, and git ignores it. Without it, as in CI, the last push is the base.",
  ],
  examples: [
    {
      line: 'lintel docs push ./docs -p Bookshop --create "Bookshop guide"',
      does: "Create a documentation from a folder, as a draft.",
    },
    {
      line: "lintel docs push --dry-run",
      does: "Show what would be added, changed, moved or removed.",
    },
    {
      line: "lintel docs push ./docs -p Bookshop --doc guide --publish --visibility public",
      does: "Publish it for anyone, and print its address.",
    },
    {
      line: "lintel docs push ./docs -p Bookshop --doc guide --publish --yes",
      does: "In a pipeline: publish the content of the branch.",
    },
    { line: "lintel docs push --merge", does: "Merge the edits of others, then push." },
  ],
  run: async (invocation) => (await import("../docs/push-docs.ts")).pushDocs(invocation),
};
