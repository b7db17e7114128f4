export const severities = ["error", "warn", "info"] as const;
export type Severity = (typeof severities)[number];

/** Something noticed in a document, at a JSON Pointer (RFC 6901) into it. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly pointer: string;
  readonly message: string;
}
