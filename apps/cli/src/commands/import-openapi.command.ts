import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const importOpenapiCommand: Command = {
  name: "import openapi",
  summary: "Create a specification from an OpenAPI document, or merge one",
  usage: "FILE|URL|- [options]",
  operands: [1, 1],
  options: [
    projectOption,
    { name: "spec", value: "NAME", summary: "Merge into this specification, by name or id" },
    {
      name: "name",
      value: "NAME",
      summary: "The name of the new specification",
      otherwise: "the document's title",
    },
    {
      name: "new-version",
      value: "X.Y.Z",
      summary: "The version to create; in a merge, instead of changing the newest",
      otherwise: "the document's version; in a merge the newest, which must be a draft",
    },
    {
      name: "prefer",
      value: "SIDE",
      choices: ["mine", "theirs"],
      summary: "In a conflict, mine keeps the specification's version, theirs the document's",
      otherwise: "mine",
    },
    {
      name: "fetch-references",
      summary: "Let the service fetch and store referenced documents",
      otherwise: "they are only listed",
    },
    { name: "preview", summary: "Show what would change without changing it" },
    { name: "yes", short: "y", summary: "Merge without confirmation" },
    { name: "all-warnings", summary: "Show every warning, not only the first of each kind" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "The document is OpenAPI 3.0, 3.1 or 3.2 in JSON or YAML, at most 20 MiB. This command fetches an address, not the service; - is standard input.",
    "The changes of a merge are shown first. A terminal asks for confirmation; otherwise --yes is required.",
    "An invalid document is imported completely, with warnings. If it cannot be read, the command exits with 1.",
  ],
  examples: [
    {
      line: "lintel import openapi openapi.yaml --project Bookshop",
      does: "Create a specification and list the document's warnings.",
    },
    {
      line: "lintel import openapi https://api.example.com/openapi.json -p Bookshop --name Payments",
      does: "Import from an address under another name.",
    },
    {
      line: "lintel import openapi openapi.yaml -p Bookshop --spec Payments --preview",
      does: "Show what a merge would add, change and remove.",
    },
    {
      line: "generate-spec | lintel import openapi - -p Bookshop --spec Payments --new-version 2.0.0 --yes",
      does: "In a pipeline: merge generated output into a new version.",
    },
  ],
  run: async (invocation) =>
    (await import("../specs/import-document.ts")).importDocument(invocation),
};
