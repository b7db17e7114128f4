import type {
  ChangeSeverity,
  ChangeVerdict,
  EntryStatus,
  SemverBump,
} from "@lintel/contract/words/comparison";

/** Who sends the value: a client (`request`) or the API (`response`); callbacks turn it around. */
export type Direction = "request" | "response";

export interface Change {
  /** The rule's name, as in the table of rules. */
  readonly rule: string;
  readonly severity: ChangeSeverity;
  readonly direction: Direction | null;
  /** The first endpoint that meets the change; null for what belongs to no endpoint alone. */
  readonly method: string | null;
  readonly path: string | null;
  /** JSON pointer (RFC 6901) in the new document; for what was removed, in the old one. */
  readonly pointer: string;
  readonly message: string;
  /** Long values are cut to a text that says what they are; what is not there is null. */
  readonly before: unknown;
  readonly after: unknown;
}

export interface EndpointEntry {
  /** `webhook` names the webhook in `path`; callbacks belong to the endpoint that declares them. */
  readonly kind: "path" | "webhook";
  readonly method: string;
  readonly path: string;
  /** The path in the old document where it is written otherwise. */
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
  /** What semantic versioning asks of the next version of the document. */
  readonly semverBump: SemverBump;
  readonly endpoints: readonly EndpointEntry[];
  readonly schemas: readonly SchemaEntry[];
  /** The most severe first, each severity in the order of the documents. */
  readonly changes: readonly Change[];
  /** All changes found, those that `changes` had no room for included. */
  readonly counts: Readonly<Record<ChangeSeverity, number>>;
  readonly omittedChanges: number;
}
