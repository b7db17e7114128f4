import type { ExternalTexts } from "./external-documents.ts";
import type { LintOptions } from "./custom-rule.types.ts";
import type { LintSeverity } from "./lint-severity.ts";
import type { JsonObject } from "@lintel/json/value";

/** Severities by the name of a rule; what is not named stays as it is by default. */
export type LintRules = Readonly<Record<string, LintSeverity>>;

export interface LintFinding {
  readonly rule: string;
  readonly severity: Exclude<LintSeverity, "off">;
  /** Leads to something that the document has: of what is missing, to where it would be. */
  readonly pointer: string;
  readonly message: string;
  /** What may have been meant. */
  readonly suggestions: readonly string[];
}

/** A rule that could not run, because of an error in it or in the engine. */
export interface RuleFailure {
  readonly rule: string;
  /** The error with its stack, for the server's log. */
  readonly reason: string;
}

export interface LintReport {
  /** By pointer, then by rule; of too many, the errors first. */
  readonly findings: readonly LintFinding[];
  /** How many there are, told or not. */
  readonly total: number;
  /** Rules that could not run because of an error in Lintel; one finding names them all. */
  readonly failures: readonly RuleFailure[];
}

export interface LintInput {
  readonly document: JsonObject;
  readonly rules?: LintRules;
  /** Rules with settings; none unless given. */
  readonly options?: LintOptions;
  /** What is known of other documents; nothing unless given. */
  readonly external?: ExternalTexts;
  /**
   * How long each rule may take that runs patterns of the document, and all rules of the organization
   * together; 4 s unless given.
   */
  readonly limitMs?: number;
}
