import type {
  ChangeSeverity,
  ChangeVerdict,
  EntryStatus,
  SemverBump,
} from "@lintel/contract/words/comparison";

/** The sender of the value: a client (`request`) or the API (`response`); reversed in callbacks. */
export type Direction = "request" | "response";

export interface Change {
  /** The rule's name, as in the table of rules. */
  readonly rule: string;
  readonly severity: ChangeSeverity;
  readonly direction: Direction | null;
  /** The first endpoint with the change; null if it belongs to no single endpoint. */
  readonly method: string | null;
  readonly path: string | null;
  /** JSON pointer (RFC 6901) in the new document; for removed parts, in the old one. */
  readonly pointer: string;
  readonly message: string;
  /** A text replaces a long value; null for an absent value. */
  readonly before: unknown;
  readonly after: unknown;
}

export interface EndpointEntry {
  /** `webhook` names the webhook in `path`; callbacks belong to the endpoint that declares them. */
  readonly kind: "path" | "webhook";
  readonly method: string;
  readonly path: string;
  /** The path in the old document, if it is written differently. */
  readonly oldPath: string | null;
  readonly operationId: string | null;
  readonly status: EntryStatus;
  readonly verdict: ChangeVerdict;
}

export interface SchemaEntry {
  readonly name: string;
  readonly status: EntryStatus;
  readonly verdict: ChangeVerdict;
}

export interface ComparisonResult {
  readonly verdict: ChangeVerdict;
  /** What semantic versioning requires of the next version of the document. */
  readonly semverBump: SemverBump;
  readonly endpoints: readonly EndpointEntry[];
  readonly schemas: readonly SchemaEntry[];
  /** The most severe first, each severity in the order of the documents. */
  readonly changes: readonly Change[];
  /** All changes, including those that exceed the limit of `changes`. */
  readonly counts: Readonly<Record<ChangeSeverity, number>>;
  readonly omittedChanges: number;
}
