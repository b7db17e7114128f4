import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const environmentsShowCommand: Command = {
  name: "environments show",
  summary: "Show an environment with its variables",
  usage: "ENVIRONMENT",
  operands: [1, 1],
  options: [projectOption, jsonOption, ...connectionOptions],
  examples: [
    {
      line: "lintel environments show staging --project Shop",
      does: "Show the address and variables; values of secrets are never shown.",
    },
  ],
  run: async (invocation) =>
    (await import("../environments/show-environment.ts")).showEnvironment(invocation),
};
