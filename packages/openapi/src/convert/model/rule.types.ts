import type { FindingSeverity as Severity } from "@lintel/contract/words/design";
import type { ObjectKind } from "../../grammar/object-kinds.ts";
import type { Json, JsonObject } from "@lintel/json/value";

/** What a rule may know of the document around the object that it translates. */
export interface RuleContext {
  /** What a reference within the document leads to. */
  readonly find: (reference: string) => Json | undefined;
  /** The `type` of a security scheme by its name, or null. */
  readonly schemeType: (name: string) => string | null;
  /** The pointer, as a reference, of the schema that has this anchor or `$id`; null for none. */
  readonly findAnchored: (reference: string) => string | null;
  /** Whether a copy of a value may still be put into the answer: copies of copies grow fast. */
  readonly allowCopy: (value: Json) => boolean;
}

/** One way of a translation. */
export interface Translation {
  /**
   * The members that call the rule: it is asked where an object has one of them. `"absent"` asks
   * for every object, `"unknown"` for those with a member that no rule and no version names.
   */
  readonly watches: readonly string[] | "absent" | "unknown";
  /** Used where the answer does not lead back by itself: see `ConversionWarning`. */
  readonly severity: Severity;
  /** Why, and what is written instead. */
  readonly message: string;
  /** Whether the answer depends on more than the object itself. */
  readonly isContextual?: boolean;
  /**
   * Answers the object in the words of the other version, or the same object where there is
   * nothing to do. The objects that it holds are in the words of the newer version, whichever the
   * way, and so are those that the rule makes: the walk goes on to them.
   */
  readonly apply: (object: JsonObject, context: RuleContext) => JsonObject;
}

export interface RuleExample {
  readonly newer: JsonObject;
  readonly older: JsonObject;
  /** Which way it holds; both, unless said: then nothing needs keeping. */
  readonly ways?: "down" | "up";
}

/** One difference between two neighbouring versions. */
export interface ConversionRule {
  readonly code: string;
  readonly summary: string;
  /** The section of the newer specification, or of the older one for what only that has. */
  readonly spec: string;
  readonly kinds: readonly ObjectKind[] | "every";
  /** From the newer version to the older. */
  readonly down?: Translation;
  /** From the older version to the newer. */
  readonly up?: Translation;
  readonly examples: readonly RuleExample[];
}
