/** How much of a document is taken in. A caller may hand over others. */
export interface DocumentLimits {
  /** Bytes of the source in UTF-8. */
  readonly bytes: number;
  /** Operations under `paths`. */
  readonly operations: number;
  /** Objects and lists within each other. */
  readonly depth: number;
  /** Characters once every YAML alias is written out, a node counting as `nodeWeight` of them. */
  readonly expanded: number;
}

export const documentLimits: DocumentLimits = {
  bytes: 20 * 1024 * 1024,
  operations: 2_000,
  depth: 256,
  expanded: 40 * 1024 * 1024,
};

/** A node takes more room and work than a character does. */
export const nodeWeight = 8;

/** What becomes of a name that an object has twice: an error, or a finding, and the last one counts. */
export type RepeatedNames = "refuse" | "report";

/** Findings about repeated names are listed up to here. */
export const mostRepeatedNames = 100;
