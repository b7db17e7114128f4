import type { ProjectRole } from "@lintel/contract/words/permissions";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { listProjectRoles, setProjectRole } from "@lintel/contract/operations/member";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { toSubject } from "./member.service.ts";
import { lockOrganization } from "../../domain/people/lock-organization.ts";
import { notFound } from "../../platform/problem.ts";
import { selectRoleHolder, type StoredMember } from "./member.store.ts";
import {
  deleteProjectRole,
  selectProjectRole,
  selectProjectRoles,
  upsertProjectRole,
  type ProjectPlace,
} from "./project-role.store.ts";
import { checkMayChange, checkMayGrant, higherRole } from "../../domain/people/role.rules.ts";

export function listRolesInProject(
  context: ProjectContext,
  input: InputOf<typeof listProjectRoles>,
): Promise<OutputOf<typeof listProjectRoles>> {
  const { db, organizationId, projectId } = context;
  return selectProjectRoles(db, organizationId, projectId, readPaging(input));
}

export async function changeProjectRole(
  context: ProjectContext,
  input: InputOf<typeof setProjectRole>,
): Promise<OutputOf<typeof setProjectRole>> {
  checkMayGrant(context.principal.roleIn(context.projectId), input.role);
  const { member, place, before } = await findChangeable(context, input.userId);
  await upsertProjectRole(context.db, place, input.role);
  context.emit("member.project_role_changed", {
    subject: toSubject(member),
    data: { role: input.role, roleBefore: before },
  });
  return { userId: member.userId, projectId: place.projectId, role: input.role };
}

export async function dropProjectRole(context: ProjectContext, userId: string): Promise<void> {
  const { member, place, before } = await findChangeable(context, userId);
  await deleteProjectRole(context.db, place);
  context.emit("member.project_role_changed", {
    subject: toSubject(member),
    data: { role: null, roleBefore: before },
  });
}

interface Changeable {
  readonly member: StoredMember;
  readonly place: ProjectPlace;
  readonly before: ProjectRole | null;
}

/**
 * Compares both the role in the organization and the one in the project: a caller must not lock a
 * member with a higher role out of a project, and clearing a role restores the member's role in the
 * organization.
 */
async function findChangeable(context: ProjectContext, userId: string): Promise<Changeable> {
  const { db, organizationId, projectId } = context;
  await lockOrganization(db, organizationId);
  const member = await selectRoleHolder(db, organizationId, userId);
  if (member === undefined) throw notFound("The member");
  const place = { organizationId, projectId, userId: member.userId };
  const before = await selectProjectRole(db, place);
  checkMayChange(
    context.principal.roleIn(context.projectId),
    higherRole(member.role, before ?? member.role),
  );
  return { member, place, before };
}
