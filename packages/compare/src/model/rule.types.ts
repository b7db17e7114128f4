import type { ChangeSeverity as Severity } from "@lintel/contract/words/comparison";
import type { Direction } from "./result.types.ts";

/**
 * How a change affects the set of allowed values. In a request, narrowing refuses values that were
 * accepted; in a response, widening sends values that no client expects.
 */
export type Effect = "narrows" | "widens" | "shifts" | "unclear" | "neutral" | "documents";

/**
 * A pair in which the rule finds a change: a schema of a body, an operation at `POST /things`, or a
 * document.
 */
export interface RuleExample {
  readonly of: "schema" | "operation" | "document";
  readonly before: unknown;
  readonly after: unknown;
}

/** One kind of change, with what the reference and the settings need. */
export interface Rule {
  /** Kebab-case; the name in results and settings. */
  readonly name: string;
  /** The change, in one sentence for the reference. */
  readonly summary: string;
  /** The sentence of a finding, with the placeholders `{before}`, `{after}` and `{name}`. */
  readonly says: string;
  readonly effect: Effect;
  /** Set if the effect does not determine the severity; null if the rule never applies. */
  readonly severity?: Severity | Readonly<Record<Direction, Severity | null>>;
  /** How a client is affected, if the effect does not determine it. */
  readonly reason?: string;
  readonly example: RuleExample;
}

/** The severity that a user sets for a rule; `off` disables it. */
export type SeveritySetting = Severity | "off" | Partial<Record<Direction, Severity | "off">>;
