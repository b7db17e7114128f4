import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { targetOptions } from "../command-line/plan-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const deprecateReviewCommand: Command = {
  name: "deprecate review",
  summary: "Approve or reject a plan that waits for an approval",
  usage: "[OPERATION] --spec SPEC (--approve | --reject)",
  operands: [0, 1],
  options: [
    projectOption,
    ...targetOptions,
    { name: "approve", summary: "Approve the plan, which starts its clock" },
    { name: "reject", summary: "Reject the plan for good; needs --comment" },
    { name: "comment", value: "TEXT", summary: "Why" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    'OPERATION is a method and a path, such as "GET /pets/{id}". Names of variables do not matter. Without it, the version is meant.',
    "Everybody who may publish specifications can approve a plan, also the person who asked for it.",
  ],
  examples: [
    {
      line: 'lintel deprecate review "GET /pets/{id}" -p Shop --spec Pets --approve',
      does: "Approve a plan.",
    },
    {
      line: "lintel deprecate review 'GET /pets/{id}' -p Shop --spec Pets --reject --comment 'The successor is not ready.'",
      does: "Reject a plan.",
    },
  ],
  run: async (invocation) => (await import("../deprecate/review-plan.ts")).reviewPlan(invocation),
};
