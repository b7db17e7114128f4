import type { ColumnType } from "kysely";
import type { ScimEmail } from "@lintel/scim/emails";
import type { At, Json, Stamped } from "../../platform/database/column.types.ts";

type AtOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** What SCIM wrote of a member. A text that is null is unassigned. */
export interface ScimUserRow extends Stamped {
  organizationId: string;
  userId: string;
  /** null: the e-mail address of the account. */
  userName: string | null;
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  displayName: string | null;
  emails: Json<ScimEmail[]>;
  /** The addresses in lower case, for filters. */
  emailKeys: string[];
  /** The account belongs to another organization too, and the person has not accepted. */
  needsAcceptance: boolean;
  /** Since when an active user waits for the person's acceptance. */
  pendingSince: AtOrNull;
  deletedAt: AtOrNull;
}

/** The id of a user or group that was removed. */
export interface ScimRemovedRow {
  organizationId: string;
  id: string;
  removedAt: At;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    scimUser: ScimUserRow;
    scimRemoved: ScimRemovedRow;
  }
}
