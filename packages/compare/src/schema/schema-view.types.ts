import type { Place } from "@lintel/json/place";
import type { TypeSet } from "./value-type.ts";

export interface Limit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/** A `oneOf` or an `anyOf` of two branches at least; of one branch, it is as good as `allOf`. */
export interface AlternativeGroup {
  readonly keyword: "oneOf" | "anyOf";
  readonly branches: readonly Place[];
}

/**
 * One schema with its references followed and its `allOf` merged, so that what is written apart
 * reads alike. Everything in it has to hold at once; lists have an entry a part that says it.
 */
export interface SchemaView {
  readonly place: Place;
  /** The schema objects that were merged, the outermost first. */
  readonly parts: readonly Place[];
  /** No value fits. */
  isNever: boolean;
  types: TypeSet;
  /** The listed values by their canonical text; null where any value of the types may stand. */
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
  /** The parts with properties of any kind: what is additional is so to its own part alone. */
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
  /** References that could not be followed. */
  references: readonly string[];
  isReadOnly: boolean;
  isWriteOnly: boolean;
  isDeprecated: boolean;
  /** Keywords that say something without limiting a value, the outermost first. */
  notes: Map<string, unknown> | null;
}
