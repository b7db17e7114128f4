import type { ChangeSeverity as Severity } from "@lintel/contract/words/comparison";
import type { Direction } from "./result.types.ts";

/**
 * What a change does to the set of values that are allowed. In a request, narrowing refuses what
 * was accepted; in a response, widening sends what no client was told of.
 */
export type Effect = "narrows" | "widens" | "shifts" | "unclear" | "neutral" | "documents";

/** A pair that the rule finds: a schema of a body, an operation at `POST /things`, or a document. */
export interface RuleExample {
  readonly of: "schema" | "operation" | "document";
  readonly before: unknown;
  readonly after: unknown;
}

/** One kind of change, with all that the reference and the settings need to know of it. */
export interface Rule {
  /** Kebab-case; the name in results and settings. */
  readonly name: string;
  /** What it finds, in one sentence for the reference. */
  readonly summary: string;
  /** The sentence of a finding; `{before}`, `{after}` and `{name}` stand for what was found. */
  readonly says: string;
  readonly effect: Effect;
  /** Where the effect alone does not tell; null where the rule never applies. */
  readonly severity?: Severity | Readonly<Record<Direction, Severity | null>>;
  /** Why a client would notice, where the effect does not tell it. */
  readonly reason?: string;
  readonly example: RuleExample;
}

/** The severity that a user gives a rule; `off` finds nothing. */
export type SeveritySetting = Severity | "off" | Partial<Record<Direction, Severity | "off">>;
