import type { FindingSeverity, LintSeverity, OpenApiVersion } from "@lintel/contract/words/design";
import type { Step } from "@lintel/json/pointer";
import type { Json, JsonObject } from "@lintel/json/value";
import type { ObjectKind } from "../../grammar/object-kinds.ts";
import type { Visit } from "../../grammar/walk-objects.ts";

/** What rules read. */
export interface RuleContext {
  readonly document: JsonObject;
  readonly version: OpenApiVersion;
  /** The place that a reference within the document names; undefined where there is none. */
  readonly find: (reference: string) => Json | undefined;
  /** The object that is left once references are followed; null where they lead outside. */
  readonly follow: (object: JsonObject) => JsonObject | null;
  readonly report: (path: readonly Step[], message: string) => void;
}

/** What a rule does during one walk over the document. */
export interface RuleVisits {
  readonly on?: Partial<Record<ObjectKind, Visit>>;
  /** Called for objects of every kind. */
  readonly each?: Visit;
}

/** A rule of our own. The lists of rules, the documentation and the test of the examples are made from it. */
export interface Rule<Severity extends string = string> {
  /** The code of its findings; of a rule of lint, its name in the settings. */
  readonly code: string;
  readonly severity: Severity;
  /** What the rule asks for, in one sentence. */
  readonly summary: string;
  readonly why: string;
  readonly fix: string;
  /** A document without findings, and one in which only this rule finds something. */
  readonly good: JsonObject;
  readonly bad: JsonObject;
  readonly begin: (context: RuleContext) => RuleVisits;
}

/** A rule that decides whether a document is valid, in addition to the schema of OpenAPI. */
export interface ValidityRule extends Rule<FindingSeverity> {
  /** The rule of lint that asks for the same and reports what this one finds; `struct` without this. */
  readonly lintRule?: string;
}

/** A rule of lint, which an organization can turn on and off. */
export type OwnLintRule = Rule<LintSeverity>;
