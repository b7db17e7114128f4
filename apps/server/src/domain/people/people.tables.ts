import type { ColumnType } from "kysely";
import type { At, Json } from "../../platform/database/column.types.ts";

/** A code that a person uses once: a link of set-up, of a new password, of a reader. */
export interface OneTimeCodeRow {
  digest: string;
  purpose: string;
  organizationId: string | null;
  userId: string | null;
  data: Json<Record<string, unknown>>;
  expiresAt: At;
  usedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface InvitationRow {
  organizationId: string;
  id: string;
  email: string;
  role: string;
  invitedBy: string | null;
  createdAt: At;
  expiresAt: At;
  acceptedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  revokedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  digest: string;
  /** The one who invited saw the link, because no mail server sent it. */
  isLinkShown: ColumnType<boolean, boolean | undefined, never>;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    oneTimeCode: OneTimeCodeRow;
    invitation: InvitationRow;
  }
}
