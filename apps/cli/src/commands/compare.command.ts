import { connectionOptions, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const compareCommand: Command = {
  name: "compare",
  summary: "Compare two OpenAPI documents and fail on breaking changes",
  usage: "BEFORE AFTER [options]",
  operands: [0, 2],
  options: [
    {
      name: "fail-on",
      value: "WHAT",
      choices: ["breaking", "warn", "never"],
      summary: "Exit 1 on breaking changes, also on changes to review (warn), or never",
      otherwise: "breaking",
    },
    {
      name: "format",
      value: "FORMAT",
      choices: ["text", "markdown", "json"],
      summary: "The output format: text, markdown or json",
      otherwise: "text",
    },
    {
      name: "output",
      short: "o",
      value: "FILE",
      summary: "The file to write",
      otherwise: "stdout",
    },
    {
      name: "rule",
      value: "NAME=SEVERITY",
      isRepeatable: true,
      summary: "Set the severity of a rule: off, info, warn or breaking",
    },
    { name: "rules", summary: "List the rules, and compare nothing" },
    projectOption,
    ...connectionOptions,
  ],
  notes: [
    "BEFORE and AFTER are files, http(s) addresses, - for standard input, or SPEC@VERSION for a version on the service (SPEC@ is the newest), which needs --project. An existing file takes precedence. Comparing two files needs no service and no key.",
    "In GitHub Actions, the command adds a summary to the job.",
  ],
  examples: [
    {
      line: "lintel compare old.yaml new.yaml",
      does: "Show what changes for clients of the old document.",
    },
    {
      line: "git show main:openapi.yaml | lintel compare - openapi.yaml",
      does: "Compare with another branch.",
    },
    {
      line: "lintel compare Payments@1.4.0 openapi.yaml --project Bookshop --fail-on warn",
      does: "Check a pull request against the version on the service, strictly.",
    },
    {
      line: "lintel compare old.yaml new.yaml --rule endpoint-removed=warn --format markdown -o CHANGES.md",
      does: "Lower the severity of one rule, and write a changelog.",
    },
  ],
  run: async (invocation) =>
    (await import("../compare/compare-sources.ts")).compareSources(invocation),
};
