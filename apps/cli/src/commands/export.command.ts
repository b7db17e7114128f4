import { connectionOptions, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const exportCommand: Command = {
  name: "export",
  summary: "Write a specification as an OpenAPI document",
  usage: "SPEC [options]",
  operands: [1, 1],
  options: [
    projectOption,
    { name: "version", value: "V", summary: "The version's name or id", otherwise: "the newest" },
    {
      name: "format",
      value: "FORMAT",
      choices: ["json", "yaml", "original"],
      summary: "json, yaml, or original: the exact bytes of the last import",
      otherwise: "json",
    },
    {
      name: "openapi",
      value: "VERSION",
      choices: ["3.0", "3.1", "3.2"],
      summary: "The version of OpenAPI to write",
      otherwise: "the specification's own",
    },
    {
      name: "output",
      short: "o",
      value: "FILE",
      summary: "The file to write",
      otherwise: "stdout",
    },
    ...connectionOptions,
  ],
  notes: ["The file is written completely or not at all."],
  examples: [
    {
      line: "lintel export Payments --project Bookshop --format yaml --output openapi.yaml",
      does: "Store the newest version with the code.",
    },
    {
      line: "lintel export Payments -p Bookshop --version 1.4.0 | jq .paths",
      does: "Pass a version to a program.",
    },
  ],
  run: async (invocation) =>
    (await import("../specs/export-document.ts")).exportDocument(invocation),
};
