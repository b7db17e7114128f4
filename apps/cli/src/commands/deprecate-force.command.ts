import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { targetOptions } from "../command-line/plan-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const deprecateForceCommand: Command = {
  name: "deprecate force",
  summary: "Move a plan to its next phase without checks",
  usage: "[OPERATION] --spec SPEC --justification TEXT",
  operands: [0, 1],
  options: [
    projectOption,
    ...targetOptions,
    {
      name: "justification",
      value: "TEXT",
      summary: "Why the checks are skipped; the audit log keeps it (required)",
    },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    'OPERATION is a method and a path, such as "GET /pets/{id}". Names of variables do not matter. Without it, the version is meant.',
  ],
  examples: [
    {
      line: "lintel deprecate force 'GET /pets/{id}' -p Shop --spec Pets --justification 'It leaks addresses.'",
      does: "Begin the sunset phase now.",
    },
  ],
  run: async (invocation) => (await import("../deprecate/force-plan.ts")).forcePlan(invocation),
};
