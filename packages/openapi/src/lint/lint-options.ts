import type { LintSeverity } from "@lintel/contract/words/design";
import type { CustomLintRule, MediaTypeRules } from "@lintel/contract/shapes/lint-options";
import type { JsonObject } from "@lintel/json/value";

/** What an organization sets apart from severities: its own rules, and the media types that bodies may have. */
export interface LintOptions {
  readonly custom: readonly CustomLintRule[];
  readonly mediaTypes: MediaTypeRules;
}

export const noOptions: LintOptions = { custom: [], mediaTypes: { request: null, response: null } };

/** Documents that a document refers to, as texts by their addresses, and the address of its own. */
export interface ExternalTexts {
  /** Null where it is not known: then relative references lead nowhere. */
  readonly base: string | null;
  readonly texts: Readonly<Record<string, string>>;
}

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
