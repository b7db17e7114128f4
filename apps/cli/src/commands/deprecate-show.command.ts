import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { targetOptions } from "../command-line/plan-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const deprecateShowCommand: Command = {
  name: "deprecate show",
  summary: "Show a plan, and who still calls",
  usage: "[OPERATION] --spec SPEC",
  operands: [0, 1],
  options: [
    projectOption,
    ...targetOptions,
    {
      name: "days",
      value: "N",
      range: [1, 400],
      summary: "How many days of calls to count",
      otherwise: "30",
    },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    'OPERATION is a method and a path, such as "GET /pets/{id}". Names of variables do not matter. Without it, the version is meant.',
  ],
  examples: [
    {
      line: 'lintel deprecate show "GET /pets/{id}" --spec Pets --project Shop',
      does: "Show the plan of an operation.",
    },
  ],
  run: async (invocation) => (await import("../deprecate/show-plan.ts")).showPlan(invocation),
};
