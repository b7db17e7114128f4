import { connectionOptions, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const compareCommand: Command = {
  name: "compare",
  summary: "Compare two OpenAPI documents and fail where clients break",
  usage: "BEFORE AFTER [options]",
  operands: [0, 2],
  options: [
    {
      name: "fail-on",
      value: "WHAT",
      choices: ["breaking", "warn", "never"],
      summary: "Exit 1 on breaking changes, on changes to look at as well (warn), or never",
      otherwise: "breaking",
    },
    {
      name: "format",
      value: "FORMAT",
      choices: ["text", "markdown", "json"],
      summary: "How the changes are written: text, markdown or json",
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
      summary: "How severe a kind of change is: off, info, warn or breaking",
    },
    { name: "rules", summary: "List the rules with what each finds, and compare nothing" },
    projectOption,
    ...connectionOptions,
  ],
  notes: [
    "BEFORE and AFTER are files, http(s) addresses, - for standard input, or SPEC@VERSION for a version on the service (SPEC@ is the newest), which needs --project. A file that is there counts first. Two files need no service and no key.",
    "In GitHub Actions the job gets a summary.",
  ],
  examples: [
    {
      line: "lintel compare old.yaml new.yaml",
      does: "What clients of the old document meet in the new one.",
    },
    {
      line: "git show main:openapi.yaml | lintel compare - openapi.yaml",
      does: "The same against another branch.",
    },
    {
      line: "lintel compare Payments@1.4.0 openapi.yaml --project Bookshop --fail-on warn",
      does: "Guard a pull request against the version on the service, strictly.",
    },
    {
      line: "lintel compare old.yaml new.yaml --rule endpoint-removed=warn --format markdown -o CHANGES.md",
      does: "Be lenient about one kind of change, and keep the changelog.",
    },
  ],
  run: async (invocation) =>
    (await import("../compare/compare-sources.ts")).compareSources(invocation),
};
