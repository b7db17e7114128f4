import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { planOptions, targetOptions } from "../command-line/plan-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const deprecateAnnounceCommand: Command = {
  name: "deprecate announce",
  summary: "Announce that an operation or a version ends",
  usage: "[OPERATION] --spec SPEC --sunset DATE",
  operands: [0, 1],
  options: [projectOption, ...targetOptions, ...planOptions, jsonOption, ...connectionOptions],
  notes: [
    'OPERATION is a method and a path, such as "GET /pets/{id}". Names of variables do not matter. Without it, the version is meant.',
    "The policy of the organization is checked: `lintel deprecate policy` shows it.",
  ],
  examples: [
    {
      line: 'lintel deprecate announce "GET /pets/{id}" -p Shop --spec Pets --sunset 2027-06-01 --guide move.md --successor "GET /v2/pets/{id}"',
      does: "Deprecate an operation that has a successor.",
    },
    {
      line: "lintel deprecate announce -p Shop --spec Pets --version 1.0.0 --sunset 2027-06-01 --guide move.md --shutdown",
      does: "Deprecate a version, and end it with 410.",
    },
  ],
  run: async (invocation) =>
    (await import("../deprecate/announce-plan.ts")).announcePlan(invocation),
};
