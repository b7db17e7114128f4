import type { JsonObject } from "@lintel/json/value";

/**
 * What Swagger 2.0 said and 3.0 has no words for, as a map of its members, on the object that is
 * nearest. Unlike `x-lintel-kept` nothing reads it back: there is no way from 3.0 to 2.0.
 */
export const swaggerName = "x-lintel-swagger";

/** An upgrade at work. */
export interface Upgrade {
  /** The parameters that the document defines for all operations, by their names in 2.0. */
  readonly parameters: JsonObject;
  /** The media types of the whole document. */
  readonly consumes: readonly string[] | null;
  readonly produces: readonly string[] | null;
  /** The reference of 3.0 that stands for one of 2.0. */
  readonly renameReference: (reference: string) => string;
}
