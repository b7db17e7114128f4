import type { RunTrigger } from "@lintel/contract/words/runs";

/** What started a run, in words. */
export const triggerNames: Readonly<Record<RunTrigger, string>> = {
  manual: "Person",
  api: "API key",
  agent: "Agent or app",
};
