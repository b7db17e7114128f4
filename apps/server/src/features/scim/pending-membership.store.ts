import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";

interface PendingMembership {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly pendingSince: Date;
}

/** The memberships that wait for a person, the oldest first. */
export function selectPending(db: Database, userId: string): Promise<PendingMembership[]> {
  return db
    .selectFrom("scimUser as s")
    .innerJoin("organization as o", "o.id", "s.organizationId")
    .where("s.userId", "=", userId)
    .where("s.pendingSince", "is not", null)
    .select(["s.organizationId", "o.name as organizationName"])
    .select((eb) => eb.ref("s.pendingSince").$notNull().as("pendingSince"))
    .orderBy("s.pendingSince")
    .execute();
}

/** Ends the wait of a membership, which still needs to be accepted if it is not; undefined where none waits. */
export async function endPending(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
  isAccepted: boolean,
  now: Date,
): Promise<{ readonly id: string; readonly role: string } | undefined> {
  const { rows } = await sql<{ id: string; role: string }>`
    update scim_user as s set needs_acceptance = ${!isAccepted}, pending_since = null, modified_at = ${now},
      row_version = s.row_version + 1
    from membership as m
    where s.organization_id = ${organizationId} and s.user_id = ${userId}
      and s.pending_since is not null
      and m.organization_id = s.organization_id and m.user_id = s.user_id
    returning m.id, m.role`.execute(db);
  return rows[0];
}
