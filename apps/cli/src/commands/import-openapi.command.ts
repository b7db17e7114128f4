import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const importOpenapiCommand: Command = {
  name: "import openapi",
  summary: "Make a specification of an OpenAPI document, or merge one into it",
  usage: "FILE|URL|- [options]",
  operands: [1, 1],
  options: [
    projectOption,
    { name: "spec", value: "NAME", summary: "Merge into this specification, by name or id" },
    {
      name: "name",
      value: "NAME",
      summary: "What the new specification is called",
      otherwise: "the document's title",
    },
    {
      name: "new-version",
      value: "X.Y.Z",
      summary: "The version that is made; at a merge, instead of changing the newest",
      otherwise: "the document's version; at a merge the newest, which must be a draft",
    },
    {
      name: "prefer",
      value: "SIDE",
      choices: ["mine", "theirs"],
      summary: "Where both sides changed the same: mine keeps what is here, theirs the document's",
      otherwise: "mine",
    },
    {
      name: "fetch-references",
      summary: "Let the service read the documents that it refers to, and keep them beside it",
      otherwise: "they are listed",
    },
    { name: "preview", summary: "Show what would come of it, and change nothing" },
    { name: "yes", short: "y", summary: "Make the changes of a merge without asking" },
    { name: "all-warnings", summary: "Show every warning, not the first of each kind" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "The document is OpenAPI 3.0, 3.1 or 3.2 in JSON or YAML, at most 20 MiB. An address is read by this command, not by the service; - is standard input.",
    "A merge is shown before it is made. On a terminal it asks; elsewhere it needs --yes.",
    "A document that is not valid comes in whole, with warnings. One that cannot be read exits 1.",
  ],
  examples: [
    {
      line: "lintel import openapi openapi.yaml --project Bookshop",
      does: "Make a specification; what is odd in the document is listed.",
    },
    {
      line: "lintel import openapi https://api.example.com/openapi.json -p Bookshop --name Payments",
      does: "Read it from an address, and give it a name.",
    },
    {
      line: "lintel import openapi openapi.yaml -p Bookshop --spec Payments --preview",
      does: "Show what a merge would add, change and remove.",
    },
    {
      line: "generate-spec | lintel import openapi - -p Bookshop --spec Payments --new-version 2.0.0 --yes",
      does: "In a pipeline: merge what a generator writes into a new version.",
    },
  ],
  run: async (invocation) =>
    (await import("../specs/import-document.ts")).importDocument(invocation),
};
