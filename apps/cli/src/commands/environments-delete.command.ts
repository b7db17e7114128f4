import { connectionOptions, projectOption, yesOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const environmentsDeleteCommand: Command = {
  name: "environments delete",
  summary: "Delete an environment and its secrets",
  usage: "ENVIRONMENT",
  operands: [1, 1],
  options: [projectOption, yesOption, ...connectionOptions],
  examples: [
    {
      line: "lintel environments delete staging --project Shop",
      does: "Asks for confirmation. Runs in the environment are kept.",
    },
  ],
  run: async (invocation) =>
    (await import("../environments/delete-environment.ts")).deleteEnvironment(invocation),
};
