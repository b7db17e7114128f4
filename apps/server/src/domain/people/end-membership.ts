import { sql } from "kysely";
import "../../platform/credentials/oauth.tables.ts";
import "./people.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { endSessionsOf } from "./end-sessions.ts";
import { transferWork, type LeavingMember } from "./transfer-work.ts";

export type EndingMember = Pick<LeavingMember, "organizationId" | "userId" | "now">;

/** A key that ended, as the audit log shows it. */
export interface EndedKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
}

/** What ended together with a membership. */
export interface EndedAccess {
  /** Keys and staging tokens. */
  readonly keys: readonly EndedKey[];
  /** What the person granted to OAuth clients. */
  readonly revokedGrants: number;
  /** A person who has no other membership is signed out. */
  readonly endedSessions: number;
}

/**
 * Transfers what only a member manages, and ends the member's access. The caller deletes or
 * deactivates the membership afterwards, in the same transaction.
 *
 * @throws Problem VALIDATION_FAILED where `transferTo` is no other member
 */
export async function endMembership(trx: Database, member: LeavingMember): Promise<EndedAccess> {
  // Waits for keys that are being made: each holds a share of this lock.
  const { rows } = await sql<{ isActive: boolean }>`
    select is_active from membership
    where organization_id = ${member.organizationId} and user_id = ${member.userId}
    for update`.execute(trx);
  // Of a member whom SCIM deactivated, this was transferred at that time.
  if (rows[0]?.isActive === true) await transferWork(trx, member);
  return endAccess(trx, member);
}

/**
 * Ends what a person can do in an organization with credentials of their own, and with an invitation
 * that is still open.
 */
export async function endAccess(trx: Database, member: EndingMember): Promise<EndedAccess> {
  const { userId, now } = member;
  const keys = await revoke(trx, "apiKey", member).returning(["id", "name", "prefix"]).execute();
  const grants = await revoke(trx, "oauthGrant", member).returning("id").execute();
  await revokeInvitations(trx, member);
  const endedSessions = (await isMemberElsewhere(trx, member))
    ? 0
    : await endSessionsOf(trx, userId, now);
  return { keys, revokedGrants: grants.length, endedSessions };
}

/** Codes and tokens of clients end with the grant that they belong to. */
function revoke(
  trx: Database,
  table: "apiKey" | "oauthGrant",
  { organizationId, userId, now }: EndingMember,
) {
  return trx
    .updateTable(table as "apiKey")
    .set({ revokedAt: now, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .where("revokedAt", "is", null);
}

/** An old link would otherwise make the person a member again. */
async function revokeInvitations(
  trx: Database,
  { organizationId, userId, now }: EndingMember,
): Promise<void> {
  const person = trx.selectFrom("userAccount").select("email").where("id", "=", userId);
  await trx
    .updateTable("invitation")
    .set({ revokedAt: now })
    .where("organizationId", "=", organizationId)
    .where(sql<boolean>`lower(email) = lower((${person}))`)
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null)
    .execute();
}

async function isMemberElsewhere(trx: Database, member: EndingMember): Promise<boolean> {
  const other = await trx
    .selectFrom("membership")
    .select("id")
    .where("userId", "=", member.userId)
    .where("organizationId", "!=", member.organizationId)
    .where("isActive", "=", true)
    .executeTakeFirst();
  return other !== undefined;
}
