import type { At } from "../../platform/database/column.types.ts";

export interface ShareLinkRow {
  organizationId: string;
  id: string;
  projectId: string;
  specId: string;
  versionId: string;
  /** null: the version alone is shared. */
  baselineVersionId: string | null;
  /** SHA-256 of the token, as hex; the token itself is not stored. */
  digest: string;
  createdBy: string;
  createdAt: At;
  expiresAt: At;
  revokedAt: At | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    shareLink: ShareLinkRow;
  }
}
