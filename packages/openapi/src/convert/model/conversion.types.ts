import type { FindingSeverity as Severity } from "@lintel/contract/words/design";
import type { JsonObject } from "@lintel/json/value";

/** Something that a conversion could not express exactly. */
export interface ConversionWarning {
  readonly code: string;
  /**
   * `info` where the meaning is the same, `warn` where the result says less than the input, `error`
   * where it says something else.
   */
  readonly severity: Severity;
  /** Into the input document: the nearest place that the input and the result share. */
  readonly pointer: string;
  /**
   * Into the result: the record that restores the original; null where the translation is exact.
   */
  readonly keptIn: string | null;
  readonly message: string;
}

export interface Conversion {
  readonly document: JsonObject;
  readonly warnings: readonly ConversionWarning[];
}
