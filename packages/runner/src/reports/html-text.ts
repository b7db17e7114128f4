import type { RunOutcome, Verdict } from "@lintel/contract/shapes/test-run";

/** How a verdict is shown: never only by colour. */
export const verdictTexts: Readonly<Record<Verdict, { mark: string; title: string }>> = {
  passed: { mark: "✓", title: "passed" },
  failed: { mark: "✕", title: "failed" },
  error: { mark: "!", title: "had an error" },
  blocked: { mark: "⊘", title: "were blocked" },
  skipped: { mark: "–", title: "were skipped" },
};

export const headlines: Readonly<Record<RunOutcome, string>> = {
  passed: "✓ Passed",
  failed: "✕ Failed",
  error: "! Ended with an error",
  blocked: "⊘ Blocked: nothing passed",
  cancelled: "– Cancelled",
};

/** A duration for people, for example `1.24 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return "< 1 ms";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
