import { connectionOptions, jsonOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const deprecateListCommand: Command = {
  name: "deprecate list",
  summary: "List what is deprecated in the organization, the first to end first",
  usage: "[options]",
  operands: [0, 0],
  options: [
    {
      name: "within",
      value: "DAYS",
      range: [0, 3650],
      summary: "Only what ends within so many days",
    },
    jsonOption,
    ...connectionOptions,
  ],

  examples: [
    { line: "lintel deprecate list", does: "List everything that is deprecated." },
    {
      line: "lintel deprecate list --within 30 --json",
      does: "What ends within 30 days, for a program.",
    },
  ],
  run: async (invocation) =>
    (await import("../deprecate/list-deprecations.ts")).listDeprecations(invocation),
};
