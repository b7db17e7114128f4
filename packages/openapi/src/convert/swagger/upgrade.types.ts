import type { JsonObject } from "@lintel/json/value";

/**
 * Members of Swagger 2.0 that 3.0 does not have, as a map on the nearest object. Unlike
 * `x-lintel-kept` it is never read back, because there is no conversion from 3.0 to 2.0.
 */
export const swaggerName = "x-lintel-swagger";

/** The state of an upgrade. */
export interface Upgrade {
  /** The parameters that the document defines for all operations, by their names in 2.0. */
  readonly parameters: JsonObject;
  /** The media types of the whole document. */
  readonly consumes: readonly string[] | null;
  readonly produces: readonly string[] | null;
  /** The reference of 3.0 that replaces a reference of 2.0. */
  readonly renameReference: (reference: string) => string;
}
