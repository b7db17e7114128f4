import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { targetOptions } from "../command-line/plan-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const deprecateBrownOutCommand: Command = {
  name: "deprecate brown-out",
  summary: "Answer calls with 410 for some minutes, to see who still depends on it",
  usage: "[OPERATION] --spec SPEC --minutes N",
  operands: [0, 1],
  options: [
    projectOption,
    ...targetOptions,
    {
      name: "minutes",
      value: "N",
      range: [0, 60],
      summary: "How long from now on (required); 0 ends the trial now",
    },
    jsonOption,
    ...connectionOptions,
  ],
  notes: ["Gateways obey it within seconds; rules that were exported for nginx do not have it."],
  examples: [
    {
      line: 'lintel deprecate brown-out "GET /pets/{id}" -p Shop --spec Pets --minutes 5',
      does: "Turn an operation off for five minutes.",
    },
  ],
  run: async (invocation) =>
    (await import("../deprecate/try-brown-out.ts")).tryBrownOut(invocation),
};
