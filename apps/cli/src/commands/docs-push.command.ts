import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { visibilityOption } from "./docs-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const docsPushCommand: Command = {
  name: "docs push",
  summary: "Put a folder of Markdown in place as documentation",
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
    { name: "create", value: "NAME", summary: "Make the documentation where there is none of it" },
    {
      name: "version",
      value: "V",
      summary: "The version's label or id; a published one is copied into a draft",
      otherwise: "that of the last push, or the newest draft",
    },
    visibilityOption,
    { name: "label", value: "L", summary: "What the version is to be labelled" },
    {
      name: "publish",
      summary: "Push into a draft of the published version, and publish it",
    },
    { name: "merge", summary: "Bring changes on the server into the folder first" },
    { name: "force", summary: "Overwrite changes on the server; they are kept in .lintel" },
    { name: "dry-run", summary: "Show what would change, and change nothing" },
    {
      name: "all-warnings",
      summary: "Show every warning of the folder, those of earlier pushes too",
    },
    { name: "yes", short: "y", summary: "Remove files on the server without asking" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "Who may read what is published: internal (members) unless --visibility or `lintel docs visibility` says otherwise. The portal has no sign-in yet, so it shows public versions only.",
    "FOLDER is docs unless given. Folders and sections follow from the tree, titles, slugs, order and icons from front matter and _folder.yml; 01-intro.md comes first and is called intro. Pictures go along.",
    "All is written in one step or nothing. What changed on the server since your last sync is never overwritten silently: it exits 6 and says what to do.",
    "What the folder and the service had in common is kept in FOLDER/.lintel, which git ignores. Without it, as in CI, what was pushed last counts.",
  ],
  examples: [
    {
      line: 'lintel docs push ./docs -p Bookshop --create "Bookshop guide"',
      does: "Make a documentation of a folder, as a draft.",
    },
    {
      line: "lintel docs push --dry-run",
      does: "Show what would be added, changed, moved, removed.",
    },
    {
      line: "lintel docs push ./docs -p Bookshop --doc guide --publish --visibility public",
      does: "Publish it for anyone, and print its address.",
    },
    {
      line: "lintel docs push ./docs -p Bookshop --doc guide --publish --yes",
      does: "In a pipeline: publish what the branch says.",
    },
    { line: "lintel docs push --merge", does: "Bring in what others edited, then push." },
  ],
  run: async (invocation) => (await import("../docs/push-docs.ts")).pushDocs(invocation),
};
