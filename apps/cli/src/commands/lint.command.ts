import { connectionOptions, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const lintCommand: Command = {
  name: "lint",
  summary: "Hold a specification against the organization's rules",
  usage: "SPEC [options]",
  operands: [1, 1],
  options: [
    projectOption,
    { name: "version", value: "V", summary: "The version's name or id", otherwise: "the newest" },
    {
      name: "fail-on",
      value: "WHAT",
      choices: ["error", "warn", "never"],
      summary: "Exit 1 on errors, on warnings as well (warn), or never",
      otherwise: "error",
    },
    { name: "json", summary: "Write the findings as JSON" },
    ...connectionOptions,
  ],
  notes: ["Which rules there are, and how severe, is set for the organization (design settings)."],
  examples: [
    { line: "lintel lint Payments --project Bookshop", does: "What the rules find in it." },
    {
      line: "lintel lint Payments -p Bookshop --fail-on warn",
      does: "Fail a pipeline on warnings as well.",
    },
  ],
  run: async (invocation) => (await import("../specs/lint-spec.ts")).lintSpec(invocation),
};
