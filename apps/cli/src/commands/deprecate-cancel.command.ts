import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { targetOptions } from "../command-line/plan-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const deprecateCancelCommand: Command = {
  name: "deprecate cancel",
  summary: "Cancel a plan; after a retirement, calls are answered again",
  usage: "[OPERATION] --spec SPEC",
  operands: [0, 1],
  options: [projectOption, ...targetOptions, jsonOption, ...connectionOptions],
  notes: [
    'OPERATION is a method and a path, such as "GET /pets/{id}". Names of variables do not matter. Without it, the version is meant.',
  ],
  examples: [
    {
      line: 'lintel deprecate cancel "GET /pets/{id}" -p Shop --spec Pets',
      does: "Cancel the plan of an operation.",
    },
  ],
  run: async (invocation) => (await import("../deprecate/cancel-plan.ts")).cancelPlan(invocation),
};
