import { connectionOptions, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const lintCommand: Command = {
  name: "lint",
  summary: "Check a specification against the organization's rules",
  usage: "SPEC [options]",
  operands: [1, 1],
  options: [
    projectOption,
    { name: "version", value: "V", summary: "The version's name or id", otherwise: "the newest" },
    {
      name: "fail-on",
      value: "WHAT",
      choices: ["error", "warn", "never"],
      summary: "Exit 1 on errors, also on warnings (warn), or never",
      otherwise: "error",
    },
    { name: "json", summary: "Write the findings as JSON" },
    ...connectionOptions,
  ],
  notes: ["The organization's design settings define the rules and their severity."],
  examples: [
    { line: "lintel lint Payments --project Bookshop", does: "List violations of the rules." },
    {
      line: "lintel lint Payments -p Bookshop --fail-on warn",
      does: "In a pipeline: also fail on warnings.",
    },
  ],
  run: async (invocation) => (await import("../specs/lint-spec.ts")).lintSpec(invocation),
};
