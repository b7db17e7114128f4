import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { targetOptions } from "../command-line/plan-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const deprecateRetireCommand: Command = {
  name: "deprecate retire",
  summary: "End something deprecated before its sunset",
  usage: "[OPERATION] --spec SPEC",
  operands: [0, 1],
  options: [
    projectOption,
    ...targetOptions,
    {
      name: "confirm-active-consumers",
      summary: "Retire although consumers called it in the last seven days",
    },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    'OPERATION is a method and a path, such as "GET /pets/{id}". Names of variables do not matter. Without it, the version is meant.',
  ],
  examples: [
    {
      line: 'lintel deprecate retire "GET /pets/{id}" -p Shop --spec Pets',
      does: "End an operation that nobody calls any more.",
    },
  ],
  run: async (invocation) => (await import("../deprecate/retire-plan.ts")).retirePlan(invocation),
};
