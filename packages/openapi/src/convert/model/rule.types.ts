import type { FindingSeverity as Severity } from "@lintel/contract/words/design";
import type { ObjectKind } from "../../grammar/object-kinds.ts";
import type { Json, JsonObject } from "@lintel/json/value";

/** What a rule can look up in the document around its object. */
export interface RuleContext {
  /** The object itself, or the object to which its chain of references leads; null if none does. */
  readonly follow: (object: JsonObject) => JsonObject | null;
  /** The `type` of a security scheme by its name, or null. */
  readonly schemeType: (name: string) => string | null;
  /** A reference, as a pointer, to the schema with this anchor or `$id`; null if there is none. */
  readonly findAnchored: (reference: string) => string | null;
  /** Whether the result has room for another copy of a value. Copies of copies grow fast. */
  readonly allowCopy: (value: Json) => boolean;
}

/** One direction of a translation. */
export interface Translation {
  /**
   * The members that trigger the rule. `"absent"` triggers it for every object, `"unknown"` for
   * objects with a member that no rule and no version names.
   */
  readonly watches: readonly string[] | "absent" | "unknown";
  /** Used where the opposite translation does not restore the original: see `ConversionWarning`. */
  readonly severity: Severity;
  /** The reason, and what the result has instead. */
  readonly message: string;
  /** Whether the answer depends on more than the object itself. */
  readonly isContextual?: boolean;
  /**
   * Returns the object in the form of the other version, or the same object if nothing changes. In
   * both directions, nested objects have the form of the newer version, and so must the objects
   * that the rule creates, because the walk visits them next.
   */
  readonly apply: (object: JsonObject, context: RuleContext) => JsonObject;
}

export interface RuleExample {
  readonly newer: JsonObject;
  readonly older: JsonObject;
  /**
   * The direction in which the translation is exact; without this, both, and no record is needed.
   */
  readonly ways?: "down" | "up";
}

/** One difference between two adjacent versions. */
export interface ConversionRule {
  readonly code: string;
  readonly summary: string;
  /**
   * The section of the newer specification, or of the older one for something that only the older
   * one has.
   */
  readonly spec: string;
  readonly kinds: readonly ObjectKind[] | "every";
  /** From the newer version to the older. */
  readonly down?: Translation;
  /** From the older version to the newer. */
  readonly up?: Translation;
  readonly examples: readonly RuleExample[];
}
