import type { FindingSeverity, LintSeverity, OpenApiVersion } from "@lintel/contract/words/design";
import type { Step } from "@lintel/json/pointer";
import type { Json, JsonObject } from "@lintel/json/value";
import type { ObjectKind } from "../../grammar/object-kinds.ts";
import type { Visit } from "../../grammar/walk-objects.ts";

/** What rules can look up. */
export interface RuleContext {
  readonly document: JsonObject;
  readonly version: OpenApiVersion;
  /** The target of a reference within the document; undefined if there is none. */
  readonly find: (reference: string) => Json | undefined;
  /** The object after all references are followed; null if they lead outside. */
  readonly follow: (object: JsonObject) => JsonObject | null;
  readonly report: (path: readonly Step[], message: string) => void;
}

/** What a rule does during one walk over the document. */
export interface RuleVisits {
  readonly on?: Partial<Record<ObjectKind, Visit>>;
  /** Called for objects of every kind. */
  readonly each?: Visit;
}

/**
 * A rule of Lintel. The lists of rules, the documentation and the test of the examples are
 * generated from it.
 */
export interface Rule<Severity extends string = string> {
  /** The code of its findings; for a lint rule, its name in the settings. */
  readonly code: string;
  readonly severity: Severity;
  /** What the rule requires, in one sentence. */
  readonly summary: string;
  readonly why: string;
  readonly fix: string;
  /** A document without findings, and one in which only this rule has a finding. */
  readonly good: JsonObject;
  readonly bad: JsonObject;
  readonly begin: (context: RuleContext) => RuleVisits;
}

/** A rule that decides whether a document is valid, in addition to the schema of OpenAPI. */
export interface ValidityRule extends Rule<FindingSeverity> {
  /**
   * The lint rule with the same requirement, which reports these findings; without this, `struct`.
   */
  readonly lintRule?: string;
}

/** A rule of lint, which an organization can turn on and off. */
export type OwnLintRule = Rule<LintSeverity>;
