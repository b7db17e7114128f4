import type { ColumnType } from "kysely";
import type {
  Confidence,
  FindingChangeKind,
  FindingStatus,
  Severity,
} from "@lintel/contract/words/security";
import type { Evidence, FindingPlace } from "@lintel/scanner/finding.types";
import type { At, Json, Stamped } from "../../platform/database/column.types.ts";
import type { EventActor } from "../../platform/events/append-events.ts";

export interface FindingRow extends Stamped {
  organizationId: string;
  projectId: string;
  id: string;
  /**
   * `svc/v1`, and behind `@` the environment; unique in its project. Rows from before migration 039
   * have no environment here.
   */
  fingerprint: string;
  /** Where it was seen last; null for a row of an older version whose environment is not known. */
  environmentId: ColumnType<string | null, string | null | undefined, string | null>;
  /** As the environment was named then: it may have been deleted. */
  environmentName: ColumnType<string | null, string | null | undefined, string | null>;
  /** Scheme, name and port of the target. */
  targetOrigin: ColumnType<string | null, string | null | undefined, string | null>;
  /** The run that saw it last. */
  scanRunId: string;
  firstSeenScanRunId: string;
  scanProfileId: string;
  scannerId: string;
  guidanceId: string;
  guidanceName: string;
  owaspCategory: string;
  cwe: Json<number[]>;
  severity: Severity;
  /** 0 is critical: what lists are sorted by. */
  severityRank: number;
  confidence: Confidence;
  status: FindingStatus;
  title: string;
  /** What was observed here; `guidanceDescription` describes the weakness. */
  description: string;
  guidanceDescription: string;
  remediation: string;
  referenceUrls: Json<string[]>;
  method: string;
  path: string;
  location: FindingPlace["location"];
  parameter: string;
  evidence: Json<Evidence>;
  reproductionCurl: string | null;
  assignedToUserId: ColumnType<string | null, string | null | undefined, string | null>;
  resolutionNotes: ColumnType<string | null, string | null | undefined, string | null>;
  resolvedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  lastSeenAt: At;
}

/** What somebody, or a run, changed of a finding. */
export interface FindingChangeRow {
  organizationId: string;
  findingId: string;
  number: number;
  changedAt: At;
  kind: FindingChangeKind;
  /** Whose name is found when it is read: names are not stored here. */
  actor: Json<Pick<EventActor, "type" | "id">>;
  scanRunId: string | null;
  changes: Json<Readonly<Record<string, readonly [before: unknown, after: unknown]>>>;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    finding: FindingRow;
    findingChange: FindingChangeRow;
  }
}
