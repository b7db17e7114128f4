import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";

/** Activates or deactivates a membership. */
export async function setMembershipActive(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
  isActive: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable("membership")
    .set({ isActive, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .where("isActive", "!=", isActive)
    .execute();
}

/** Makes a membership that waits for the person an active one; undefined where none waits. */
export async function activatePending(
  db: Database,
  member: { organizationId: string; userId: string },
  now: Date,
): Promise<{ readonly id: string; readonly role: string } | undefined> {
  const accepted = await endPending(db, member, true, now);
  if (accepted !== undefined) await setMembershipActive(db, member, true, now);
  return accepted;
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
