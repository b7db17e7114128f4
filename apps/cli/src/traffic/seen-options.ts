import type { OptionSpec } from "../command-line/option.types.ts";

/** Which of what gateways saw to list. */
export const seenOptions: readonly OptionSpec[] = [
  {
    name: "environment",
    short: "e",
    value: "E",
    summary: "Only of this environment, by name or id",
    otherwise: "all environments of the project",
  },
  {
    name: "within",
    value: "DAYS",
    range: [1, 30],
    summary: "Only what was seen within so many days",
    otherwise: "7",
  },
];
