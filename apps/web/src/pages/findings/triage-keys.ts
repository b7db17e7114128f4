import type { FindingStatus } from "@lintel/contract/words/security";
import { useShortcut } from "../../keys/shortcuts.ts";

/** The key of each decision. */
export const triageKeys: Readonly<Record<FindingStatus, string>> = {
  open: "o",
  inProgress: "i",
  fixed: "f",
  falsePositive: "p",
  acceptedRisk: "a",
  duplicate: "d",
};

/** Decisions by one key each; null: the person may not decide. */
export function useTriageKeys(decide: ((status: FindingStatus) => void) | null): void {
  const run = (status: FindingStatus) => () => decide?.(status);
  const key = (status: FindingStatus) => (decide === null ? null : triageKeys[status]);
  useShortcut(key("open"), "Mark open", run("open"));
  useShortcut(key("inProgress"), "Mark in progress", run("inProgress"));
  useShortcut(key("fixed"), "Mark fixed", run("fixed"));
  useShortcut(key("falsePositive"), "Mark false positive", run("falsePositive"));
  useShortcut(key("acceptedRisk"), "Accept risk", run("acceptedRisk"));
  useShortcut(key("duplicate"), "Mark duplicate", run("duplicate"));
}
