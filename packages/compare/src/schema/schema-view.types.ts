import type { Place } from "@lintel/json/place";
import type { TypeSet } from "./value-type.ts";

export interface Limit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/**
 * A `oneOf` or an `anyOf` with at least two branches; with one branch, it is equivalent to `allOf`.
 */
export interface AlternativeGroup {
  readonly keyword: "oneOf" | "anyOf";
  readonly branches: readonly Place[];
}

/**
 * One schema with its references followed and its `allOf` merged, so that equivalent notations have
 * the same view. All of its parts apply together; lists have an entry for each part.
 */
export interface SchemaView {
  readonly place: Place;
  /** The schema objects that were merged, the outermost first. */
  readonly parts: readonly Place[];
  /** No value is valid. */
  isNever: boolean;
  types: TypeSet;
  /** The listed values by their canonical text; null if any value of the types is allowed. */
  values: ReadonlyMap<string, unknown> | null;
  lower: Limit | null;
  upper: Limit | null;
  /** Lengths and counts by keyword. */
  sizes: Map<string, number> | null;
  multiples: readonly number[];
  patterns: readonly string[];
  formats: readonly string[];
  isUnique: boolean;
  required: ReadonlySet<string> | null;
  dependentRequired: Map<string, ReadonlySet<string>> | null;
  /** The parts with properties of any kind: each part has its own additional properties. */
  objectParts: readonly Place[];
  arrayParts: readonly Place[];
  propertyNames: readonly Place[];
  contains: readonly Place[];
  unevaluatedProperties: readonly Place[];
  unevaluatedItems: readonly Place[];
  groups: readonly AlternativeGroup[];
  discriminator: Place | null;
  negations: readonly Place[];
  /** The parts with `if`. */
  conditions: readonly Place[];
  dependentSchemas: Map<string, Place> | null;
  /** References whose target was not found. */
  references: readonly string[];
  isReadOnly: boolean;
  isWriteOnly: boolean;
  isDeprecated: boolean;
  /** Keywords that do not limit values, the outermost first. */
  notes: Map<string, unknown> | null;
}
