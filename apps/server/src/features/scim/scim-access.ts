import { endMembership } from "../../domain/people/end-membership.ts";
import { evaluateRole } from "../../domain/people/evaluate-role.ts";
import { setMembershipActive } from "../../domain/people/membership-state.ts";
import { selectOwners } from "../../domain/people/owner-rows.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { ScimPlatform } from "./scim-platform.ts";
import type { StoredScimUser } from "./scim-user.store.ts";

/**
 * Ends the access of a member: the one way out, whether by `active` or by DELETE. It also ends that of
 * the last owner, because the person has left whatever the organization needs; a warning says so, and
 * where the owners who remain are locked out.
 */
export async function deactivate(
  platform: ScimPlatform,
  context: OrganizationContext,
  user: StoredScimUser,
  isDeleted: boolean,
): Promise<void> {
  const { db, organizationId, now, emit } = context;
  const { userId, id: membershipId, role, accountEmail } = user;
  const leaving = { organizationId, userId, transferTo: null, now, emit };
  const { keys, revokedGrants, endedSessions } = await endMembership(db, leaving);
  await setMembershipActive(db, { organizationId, userId }, false, now);
  const wasOwner = user.isActive && role === "owner";
  const owners = wasOwner ? await selectOwners(db, organizationId) : [];
  const wasLastOwner = wasOwner && owners.length === 0;
  const isWarned = wasOwner && owners.every(({ isLockedOut }) => isLockedOut);
  if (isWarned) warnOfLastOwner(platform, context);
  context.emit("scim.user_deprovisioned", {
    hasOwnEntry: true,
    subject: { type: "user", id: userId, name: accountEmail },
    data: { membershipId, isDeleted, role, revokedKeys: keys.length, endedSessions, wasLastOwner },
    details: { revokedGrants, keys, ...(isWarned ? { warning: lastOwnerWarning } : {}) },
  });
}

const lastOwnerWarning =
  "The organization has no owner who can sign in any more. Add one with: lintel-server admin owner add";

function warnOfLastOwner({ log, region }: ScimPlatform, { organizationId }: OrganizationContext) {
  log.warn({ region, organizationId }, lastOwnerWarning);
}

/** Gives a member access again, or asks the person for it. What was revoked stays revoked. */
export async function reactivate(
  platform: ScimPlatform,
  context: OrganizationContext,
  user: StoredScimUser,
): Promise<void> {
  const { db, organizationId, now } = context;
  const { userId, id: membershipId, accountEmail } = user;
  const isPending = user.needsAcceptance === true;
  context.emit("scim.user_reactivated", {
    hasOwnEntry: true,
    subject: { type: "user", id: userId, name: accountEmail },
    data: { membershipId, isPending },
  });
  if (isPending) return;
  await setMembershipActive(db, { organizationId, userId }, true, now);
  await evaluate(platform, context, userId);
}

/** Evaluates the role of a member by the provisioned groups. */
export async function evaluate(
  platform: ScimPlatform,
  { db, organizationId, now, emit }: OrganizationContext,
  userId: string,
): Promise<void> {
  const request = { organizationId, userId, groups: null, cause: "scim", now, emit } as const;
  await evaluateRole(platform, db, request);
}
