import { findingStatuses, severities } from "@lintel/contract/words/security";
import type { OptionSpec } from "./option.types.ts";

export const statusOption: OptionSpec = {
  name: "status",
  value: "STATUS",
  choices: [...findingStatuses, "all"],
  summary: "Only findings of this status",
  otherwise: "open",
};

/** Options that choose findings. */
export const findingFilterOptions: readonly OptionSpec[] = [
  statusOption,
  { name: "severity", value: "SEVERITY", choices: severities, summary: "Only this severity" },
  {
    name: "env",
    short: "e",
    value: "E",
    summary: "Only findings that were seen in this environment",
  },
  { name: "scanner", value: "ID", summary: "Only findings of this scanner" },
  {
    name: "search",
    value: "TEXT",
    summary: "Only findings with this text in title or description",
  },
  { name: "mine", summary: "Only findings that are assigned to you" },
];
