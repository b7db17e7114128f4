import type { Direction } from "../ground/sample.types.ts";
import type { Parts, SchemaSource } from "../schema/parts.ts";

/** What the checks of one document share. */
export interface Checking {
  readonly source: SchemaSource;
  /** Members of the other direction may be absent though they are required. */
  readonly direction: Direction;
  /** Whether a value is valid, by all that its schema says. */
  readonly isValid: (schema: unknown, value: unknown) => boolean;
  /** The same of a schema that was opened. */
  readonly arePartsValid: (parts: Parts, value: unknown) => boolean;
}
