import type { ObjectKind } from "../../grammar/object-kinds.ts";
import type { Visit } from "../../grammar/walk-objects.ts";
import type { Severity } from "../../values/finding.ts";
import type { Step } from "@lintel/json/pointer";
import type { Json, JsonObject } from "@lintel/json/value";
import type { OpenApiVersion } from "../../values/openapi-version.ts";

/** What rules look at. */
export interface RuleContext {
  readonly document: JsonObject;
  readonly version: OpenApiVersion;
  /** The place that a reference within the document names; undefined where there is none. */
  readonly find: (reference: string) => Json | undefined;
  /** What an object stands for once its references are followed; null where they lead outside. */
  readonly follow: (object: JsonObject) => JsonObject | null;
  readonly report: (path: readonly Step[], message: string) => void;
}

/** What a rule does during one walk over the document. */
export interface RuleVisits {
  readonly on?: Partial<Record<ObjectKind, Visit>>;
  /** Called for objects of every kind. */
  readonly each?: Visit;
}

/** Something that the schema of OpenAPI lets through. */
export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** What the rule asks for, in one sentence. */
  readonly summary: string;
  readonly begin: (context: RuleContext) => RuleVisits;
}
