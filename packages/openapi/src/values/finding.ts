import type { FindingSeverity } from "@lintel/contract/words/design";

/** Something noticed in a document, at a JSON Pointer (RFC 6901) into it. */
export interface Finding {
  readonly code: string;
  readonly severity: FindingSeverity;
  readonly pointer: string;
  readonly message: string;
}
