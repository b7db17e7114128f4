import { compareRoles } from "@lintel/contract/words/permissions";
import { higherRole } from "../../domain/people/role.rules.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { invalid, Problem } from "../../platform/problem.ts";
import { holdMembership, selectRolesInProjects, type HeldMembership } from "./api-key.store.ts";

/**
 * The owner of a new key: the caller, or a service account that the caller manages. The operator names
 * any member.
 *
 * @throws Problem NOT_A_MEMBER, ROLE_INSUFFICIENT or VALIDATION_FAILED
 */
export async function chooseOwner(
  context: OrganizationContext,
  named: string | undefined,
): Promise<string> {
  const { db, organizationId } = context;
  const { user } = context.principal;
  if (user === null) return chooseForOperator(db, organizationId, named);
  const caller = await holdMembership(db, organizationId, user.id);
  if (caller === null) throw new Problem("NOT_A_MEMBER");
  refuseServiceAccount(caller);
  if (named === undefined || named === user.id) return user.id;
  const refusal = context.principal.check("org:manage-members", "organization");
  const account = refusal === null ? await holdMembership(db, organizationId, named) : null;
  if (account?.isService !== true)
    throw new Problem(
      "ROLE_INSUFFICIENT",
      "Everyone makes their own keys; leave userId out. Owners and Admins also make the keys of service accounts.",
    );
  await needRoleOf(context, named, account);
  return named;
}

async function chooseForOperator(
  db: Database,
  organizationId: string,
  named: string | undefined,
): Promise<string> {
  if (named === undefined)
    throw invalid({ field: "userId", code: "required", message: "Name the member: --user-id ID." });
  if ((await holdMembership(db, organizationId, named)) !== null) return named;
  throw invalid({
    field: "userId",
    code: "unknownMember",
    message: "Is no active member of the organization.",
  });
}

/** Owners and Admins make the keys of service accounts, so that a stolen key makes no others. */
function refuseServiceAccount({ isService }: HeldMembership): void {
  if (!isService) return;
  throw new Problem(
    "ROLE_INSUFFICIENT",
    "A service account makes and changes no keys. An Owner or Admin does it.",
  );
}

/** A caller could otherwise widen a key of a member with a higher role, and use it. */
export async function checkMayChange(context: OrganizationContext, ownerId: string): Promise<void> {
  const { db, organizationId, principal } = context;
  const caller =
    principal.user === null ? null : await holdMembership(db, organizationId, principal.user.id);
  if (caller !== null) refuseServiceAccount(caller);
  await checkMayRevoke(context, ownerId);
}

/** Anyone revokes their own keys, and those of members whose role is not above theirs. */
export async function checkMayRevoke(context: OrganizationContext, ownerId: string): Promise<void> {
  if (context.principal.user?.id === ownerId) return;
  const owner = await holdMembership(context.db, context.organizationId, ownerId);
  if (owner !== null) await needRoleOf(context, ownerId, owner);
}

async function needRoleOf(
  { db, organizationId, principal }: OrganizationContext,
  ownerId: string,
  { role, isService }: HeldMembership,
): Promise<void> {
  if (principal.role === null) return;
  // A person chose to use their roles in projects; a service account gets them from others.
  const inProjects = isService ? await selectRolesInProjects(db, organizationId, ownerId) : [];
  const highest = inProjects.reduce(higherRole, role);
  if (compareRoles(highest, principal.role) <= 0) return;
  throw new Problem(
    "ROLE_INSUFFICIENT",
    `With the role ${principal.role} you cannot change a key of someone who is ${highest}.`,
  );
}
