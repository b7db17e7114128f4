import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { planOptions, targetOptions } from "../command-line/plan-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const deprecateChangeCommand: Command = {
  name: "deprecate change",
  summary: "Change a plan; what is omitted is kept",
  usage: "[OPERATION] --spec SPEC",
  operands: [0, 1],
  options: [projectOption, ...targetOptions, ...planOptions, jsonOption, ...connectionOptions],
  notes: [
    'OPERATION is a method and a path, such as "GET /pets/{id}". Names of variables do not matter. Without it, the version is meant.',
    "Only a later sunset is accepted.",
  ],
  examples: [
    {
      line: 'lintel deprecate change "GET /pets/{id}" -p Shop --spec Pets --sunset 2027-09-01',
      does: "Move the sunset.",
    },
  ],
  run: async (invocation) => (await import("../deprecate/change-plan.ts")).changePlan(invocation),
};
