import type { RunOutcome, Verdict } from "@lintel/contract/shapes/test-run";
import type { Tone } from "@lintel/tokens/tone.types";

interface VerdictText {
  readonly mark: string;
  /** Of one case. */
  readonly word: string;
  /** After the number of cases. */
  readonly title: string;
  readonly tone: Tone;
}

/** How a verdict is shown: never only by colour. */
export const verdictTexts: Readonly<Record<Verdict, VerdictText>> = {
  passed: { mark: "✓", word: "Passed", title: "passed", tone: "good" },
  failed: { mark: "✕", word: "Failed", title: "failed", tone: "bad" },
  error: { mark: "!", word: "Error", title: "had an error", tone: "bad" },
  blocked: { mark: "⊘", word: "Blocked", title: "were blocked", tone: "warn" },
  skipped: { mark: "–", word: "Skipped", title: "were skipped", tone: "plain" },
};

interface OutcomeText {
  readonly mark: string;
  readonly word: string;
  readonly tone: Tone;
}

export const outcomeTexts: Readonly<Record<RunOutcome, OutcomeText>> = {
  passed: { mark: "✓", word: "Passed", tone: "good" },
  failed: { mark: "✕", word: "Failed", tone: "bad" },
  error: { mark: "!", word: "Ended with an error", tone: "bad" },
  blocked: { mark: "⊘", word: "Blocked: nothing passed", tone: "warn" },
  cancelled: { mark: "–", word: "Cancelled", tone: "plain" },
};

/** A duration for people, for example `1.24 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return "< 1 ms";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
