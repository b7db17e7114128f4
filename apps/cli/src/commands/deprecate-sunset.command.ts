import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { sunsetOption, targetOptions } from "../command-line/plan-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const deprecateSunsetCommand: Command = {
  name: "deprecate sunset",
  summary: "Give a published version a plain sunset date without a plan",
  usage: "--spec SPEC (--sunset DATE | --clear)",
  operands: [0, 0],
  options: [
    projectOption,
    ...targetOptions,
    sunsetOption,
    { name: "clear", summary: "Remove the date" },
    jsonOption,
    ...connectionOptions,
  ],

  examples: [
    {
      line: "lintel deprecate sunset -p Shop --spec Pets --version 1.0.0 --sunset 2027-06-01",
      does: "Set the date.",
    },
    {
      line: "lintel deprecate sunset -p Shop --spec Pets --version 1.0.0 --clear",
      does: "Remove it.",
    },
  ],
  run: async (invocation) => (await import("../deprecate/set-sunset.ts")).setSunset(invocation),
};
