import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { targetOptions } from "../command-line/plan-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const deprecateNotifyCommand: Command = {
  name: "deprecate notify",
  summary: "Send a message to the owners of everything that depends on a version",
  usage: "--spec SPEC",
  operands: [0, 0],
  options: [projectOption, ...targetOptions, jsonOption, ...connectionOptions],

  examples: [
    {
      line: "lintel deprecate notify -p Shop --spec Pets --version 1.0.0",
      does: "Notify the owners of what depends on version 1.0.0.",
    },
  ],
  run: async (invocation) =>
    (await import("../deprecate/notify-owners.ts")).notifyOwners(invocation),
};
