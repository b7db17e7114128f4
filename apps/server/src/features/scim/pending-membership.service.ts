import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { listPendingMemberships } from "@lintel/contract/operations/scim-settings";
import type { Role } from "@lintel/contract/words/permissions";
import { evaluateRole } from "../../domain/people/evaluate-role.ts";
import { lockOrganization } from "../../domain/people/lock-organization.ts";
import { activatePending, endPending } from "../../domain/people/membership-state.ts";
import { findPersonById } from "../../domain/people/user-rows.ts";
import type { Principal } from "../../platform/credentials/principal.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { selectPending } from "./pending-membership.store.ts";
import type { ScimPlatform } from "./scim-platform.ts";

export async function listPending(
  { db, principal }: CallContext,
  input: InputOf<typeof listPendingMemberships>,
): Promise<OutputOf<typeof listPendingMemberships>> {
  const { skip, take } = readPaging(input);
  const rows = await selectPending(db, needPerson(principal).id);
  const items = rows
    .slice(skip, skip + take)
    .map(({ organizationId, organizationName, pendingSince }) => ({
      organizationId,
      organizationName,
      invitedAt: pendingSince.toISOString(),
    }));
  return { items, totalCount: rows.length, skip, take };
}

/**
 * @throws Problem NOT_FOUND where no such membership waits for the person; ADDRESS_UNPROVEN where another
 *   person may hold the account
 */
export async function acceptMembership(
  platform: ScimPlatform,
  context: CallContext,
  organizationId: string,
): Promise<void> {
  const { db, principal, now, emit } = context;
  const { id: userId, email } = needPerson(principal);
  await lockOrganization(db, organizationId);
  const accepted = await activatePending(db, { organizationId, userId }, now);
  if (accepted === undefined) throw notFound("The pending membership");
  if ((await findPersonById(db, userId))?.isAddressUnproven !== false)
    throw new Problem("ADDRESS_UNPROVEN");
  const request = { organizationId, userId, groups: null, cause: "scim", now, emit } as const;
  const { role } = await evaluateRole(platform, db, request);
  emit("scim.membership_accepted", {
    organizationId,
    subject: { type: "user", id: userId, name: email },
    data: { membershipId: accepted.id, role: role ?? (accepted.role as Role) },
  });
}

/**
 * The identity provider sees the member as inactive from now on. If it activates the member again, the
 * person is asked again.
 *
 * @throws Problem NOT_FOUND where no such membership waits for the person
 */
export async function declineMembership(
  context: CallContext,
  organizationId: string,
): Promise<void> {
  const { db, principal, now, emit } = context;
  const { id: userId, email } = needPerson(principal);
  await lockOrganization(db, organizationId);
  const declined = await endPending(db, { organizationId, userId }, false, now);
  if (declined === undefined) throw notFound("The pending membership");
  emit("scim.membership_declined", {
    organizationId,
    subject: { type: "user", id: userId, name: email },
    data: { membershipId: declined.id },
  });
}

/** A key acts for a person, but only the person can join an organization. */
function needPerson({ user, sessionId }: Principal): NonNullable<Principal["user"]> {
  if (user === null || sessionId === null)
    throw new Problem("SIGN_IN_REQUIRED", "Sign in with a browser; no key can do this.");
  return user;
}
