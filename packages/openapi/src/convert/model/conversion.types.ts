import type { FindingSeverity as Severity } from "@lintel/contract/words/design";
import type { JsonObject } from "@lintel/json/value";

/** Something that a conversion could not say in the same words. */
export interface ConversionWarning {
  readonly code: string;
  /**
   * `info` where the answer means the same, `warn` where it says less than the input, `error` where
   * it says something else.
   */
  readonly severity: Severity;
  /** Into the document that was given; the nearest place that both have, for what was moved. */
  readonly pointer: string;
  /** Into the answer: where what was there is kept; null where the translation is exact. */
  readonly keptIn: string | null;
  readonly message: string;
}

export interface Conversion {
  readonly document: JsonObject;
  readonly warnings: readonly ConversionWarning[];
}
