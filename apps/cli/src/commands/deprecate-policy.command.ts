import { connectionOptions, jsonOption } from "../command-line/shared-options.ts";
import { whether } from "../command-line/plan-options.ts";
import { deprecationPresetNames } from "@lintel/contract/words/deprecation";
import type { Command } from "../command-line/command.types.ts";

export const deprecatePolicyCommand: Command = {
  name: "deprecate policy",
  summary: "Show or change what the organization demands of new plans",
  usage: "[options]",
  operands: [0, 0],
  options: [
    {
      name: "preset",
      value: "PRESET",
      choices: deprecationPresetNames,
      summary: "Set grace period, sunset phase and the three requirements together",
    },
    {
      name: "grace-days",
      value: "DAYS",
      range: [0, 3650],
      summary: "Days between the announcement and the sunset, at least",
    },
    {
      name: "sunset-days",
      value: "DAYS",
      range: [0, 3650],
      summary: "Days before the sunset at which the sunset phase begins",
    },
    { name: "require-guide", ...whether, summary: "Whether a plan needs a migration guide" },
    { name: "require-successor", ...whether, summary: "Whether a plan needs a successor" },
    { name: "require-approval", ...whether, summary: "Whether a plan waits for an approval" },
    {
      name: "notify",
      ...whether,
      summary: "Whether owners of dependents are notified when a plan starts",
    },
    {
      name: "reminders",
      value: "DAYS",
      summary: "Days before the sunset with a reminder, such as 30,7,1; none turns reminders off",
    },
    jsonOption,
    ...connectionOptions,
  ],
  notes: ["Plans keep the policy of their start."],
  examples: [
    { line: "lintel deprecate policy", does: "Show the policy." },
    {
      line: "lintel deprecate policy --preset strict --require-approval no",
      does: "The strict preset, without approval.",
    },
  ],
  run: async (invocation) => (await import("../deprecate/show-policy.ts")).showPolicy(invocation),
};
