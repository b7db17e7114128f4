import type { Direction } from "../ground/sample.types.ts";
import type { Parts, SchemaSource } from "../schema/parts.ts";

/** The shared state of the checks of one document. */
export interface Checking {
  readonly source: SchemaSource;
  /** Members of the other direction may be absent even if they are required. */
  readonly direction: Direction;
  /** Whether a value is valid for its schema. */
  readonly isValid: (schema: unknown, value: unknown) => boolean;
  /** The same for a schema that was opened. */
  readonly arePartsValid: (parts: Parts, value: unknown) => boolean;
}
