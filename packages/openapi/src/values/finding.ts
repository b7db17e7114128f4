import type { FindingSeverity } from "@lintel/contract/words/design";

/** A finding at a JSON Pointer (RFC 6901) into a document. */
export interface Finding {
  readonly code: string;
  readonly severity: FindingSeverity;
  readonly pointer: string;
  readonly message: string;
}
