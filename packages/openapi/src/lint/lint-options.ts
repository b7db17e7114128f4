import type { LintSeverity } from "@lintel/contract/words/design";
import type { CustomLintRule, MediaTypeRules } from "@lintel/contract/shapes/lint-options";
import type { JsonObject } from "@lintel/json/value";

/**
 * What an organization sets in addition to severities: its own rules, and the allowed media types of
 * bodies.
 */
export interface LintOptions {
  readonly custom: readonly CustomLintRule[];
  readonly mediaTypes: MediaTypeRules;
}

export const noOptions: LintOptions = { custom: [], mediaTypes: { request: null, response: null } };

/** Referenced documents as texts by their URLs, and the URL of the document itself. */
export interface ExternalTexts {
  /** Null if it is not known: relative references are then not followed. */
  readonly base: string | null;
  readonly texts: Readonly<Record<string, string>>;
}

/** Severities by rule name; a rule without an entry has its default severity. */
export type LintRules = Readonly<Record<string, LintSeverity>>;

export interface LintFinding {
  readonly rule: string;
  readonly severity: Exclude<LintSeverity, "off">;
  /**
   * A pointer to an existing value. For a missing member it names the place where the member
   * belongs.
   */
  readonly pointer: string;
  readonly message: string;
  /** Suggestions for the intended value. */
  readonly suggestions: readonly string[];
}

/** A rule that could not run because of an error in the rule or the engine. */
export interface RuleFailure {
  readonly rule: string;
  /** The error with its stack, for the server's log. */
  readonly reason: string;
}

export interface LintReport {
  /** By pointer, then by rule. If there are too many, errors take precedence. */
  readonly findings: readonly LintFinding[];
  /** The number of findings, including those that are not reported. */
  readonly total: number;
  /** Rules that could not run because of an error in Lintel; one finding names them all. */
  readonly failures: readonly RuleFailure[];
}

export interface LintInput {
  readonly document: JsonObject;
  readonly rules?: LintRules;
  /** Rules with settings; by default none. */
  readonly options?: LintOptions;
  /** The other documents; by default none. */
  readonly external?: ExternalTexts;
  /**
   * The time limit for each rule that runs patterns of the document, and for all rules of the
   * organization together; by default 4 s.
   */
  readonly limitMs?: number;
}
