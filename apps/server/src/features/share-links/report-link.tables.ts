import type { At } from "../../platform/database/column.types.ts";

/** Neither run nor finding: the findings of the project. */
export interface ReportLinkRow {
  organizationId: string;
  id: string;
  projectId: string;
  runId: string | null;
  findingId: string | null;
  /** SHA-256 of the token, as hex; the token itself is not stored. */
  digest: string;
  createdBy: string;
  createdAt: At;
  expiresAt: At;
  revokedAt: At | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    reportLink: ReportLinkRow;
  }
}
