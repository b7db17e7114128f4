import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  addMember,
  addOwner,
  listMembers,
  removeMember,
  updateMember,
} from "@lintel/contract/operations/member";
import type { Role } from "@lintel/contract/words/permissions";
import type { Member } from "@lintel/contract/shapes/account";
import { quote } from "@lintel/json/shorten";
import { endAccess, endMembership } from "../../domain/people/end-membership.ts";
import { lockOrganization } from "../../domain/people/lock-organization.ts";
import { refuseLockout } from "../../domain/people/refuse-lockout.ts";
import { ensureUser } from "../../domain/people/user-rows.ts";
import type { Clock } from "../../platform/clock.ts";
import { includesProject } from "../../platform/credentials/principal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { conflict, notFound, Problem } from "../../platform/problem.ts";
import {
  countMembers,
  countOwners,
  deleteMembership,
  insertMembership,
  selectMember,
  selectMembers,
  selectMembership,
  selectRolesOfUsers,
  updateMembershipRole,
  type StoredMember,
  type StoredProjectRole,
} from "./member.store.ts";
import { checkMayChange, checkMayGrant } from "../../domain/people/role.rules.ts";

type MemberPlatform = { readonly clock: Pick<Clock, "newId"> };

export async function listOrganizationMembers(
  context: OrganizationContext,
  input: InputOf<typeof listMembers>,
): Promise<OutputOf<typeof listMembers>> {
  const paging = readPaging(input);
  const rows = await selectMembers(context.db, context.organizationId, paging);
  const roles = await readProjectRoles(context, rows);
  return {
    items: rows.map((row) => toMember(row, roles)),
    totalCount: await countMembers(context.db, context.organizationId),
    ...paging,
  };
}

export async function readMember(context: OrganizationContext, userId: string): Promise<Member> {
  const row = await findMember(context.db, context.organizationId, userId);
  return toMember(row, await readProjectRoles(context, [row]));
}

export async function addPerson(
  platform: MemberPlatform,
  context: OrganizationContext,
  input: InputOf<typeof addMember>,
): Promise<Member> {
  const { db, organizationId, now } = context;
  checkMayGrant(context.principal.role, input.role);
  const userId = await enrollPerson(platform, db, { organizationId, now, ...input });
  const member = await readMember(context, userId);
  context.emit("member.added", { subject: toSubject(member), data: { role: input.role } });
  return member;
}

export async function changeRole(
  context: OrganizationContext,
  input: InputOf<typeof updateMember>,
): Promise<Member> {
  const { db, organizationId } = context;
  const own = context.principal.role;
  checkMayGrant(own, input.role);
  await lockOrganization(db, organizationId);
  const before = await findMember(db, organizationId, input.userId);
  checkMayChange(own, before.role);
  const rowVersion = decodeRowVersion(input.rowVersion);
  if (rowVersion !== before.rowVersion) throw conflict(encodeRowVersion(before.rowVersion));
  if (input.role !== "owner") await checkOwnerStays(context, before);
  const membership = { organizationId, userId: before.userId, rowVersion };
  const isChanged = await refuseLockout(context, input.confirmLockout ?? false, () =>
    updateMembershipRole(db, membership, input.role, context.now),
  );
  if (!isChanged) {
    const after = await findMember(db, organizationId, input.userId);
    throw conflict(encodeRowVersion(after.rowVersion));
  }
  context.emit("member.role_changed", {
    subject: toSubject(before),
    data: { role: input.role, roleBefore: before.role },
  });
  return readMember(context, before.userId);
}

export async function removePerson(
  context: OrganizationContext,
  input: InputOf<typeof removeMember>,
): Promise<void> {
  const { db, organizationId, now, emit } = context;
  const userId = input.userId.toLowerCase();
  const transferTo = input.transferTo?.toLowerCase() ?? null;
  await lockOrganization(db, organizationId);
  const member = await findMember(db, organizationId, userId);
  checkMayChange(context.principal.role, member.role);
  await checkOwnerStays(context, member);
  const leaving = { organizationId, userId, transferTo, now, emit };
  const { keys, ...ended } = await refuseLockout(
    context,
    input.confirmLockout ?? false,
    async () => {
      const access = await endMembership(db, leaving);
      await deleteMembership(db, organizationId, userId);
      return access;
    },
  );
  const data = { role: member.role, revokedKeys: keys.length };
  emit("member.removed", { subject: toSubject(member), data, details: { ...ended, keys } });
}

export async function addOwnerAsOperator(
  platform: MemberPlatform,
  context: OrganizationContext,
  input: InputOf<typeof addOwner>,
): Promise<Member> {
  const { db, organizationId, now } = context;
  const userId = await makeOwner(platform, db, { organizationId, now, ...input });
  const member = await readMember(context, userId);
  context.emit("member.role_changed", { subject: toSubject(member), data: { role: "owner" } });
  return member;
}

/** Makes a person a member, or gives the role to one who is; returns the user's id. */
export async function enrollPerson(
  platform: MemberPlatform,
  db: Database,
  member: NewOwner & { readonly role: Role },
): Promise<string> {
  const { organizationId, now, email, name, role } = member;
  await lockOrganization(db, organizationId);
  const user = await ensureUser(db, { id: platform.clock.newId(), email, name, createdAt: now });
  const present = await selectMembership(db, organizationId, user.id);
  if (present?.isActive === true)
    throw new Problem(
      "NAME_TAKEN",
      `${quote(user.email)} is a member of the organization already.`,
    );
  // A membership that ended keeps no roles in projects and no keys.
  await deleteMembership(db, organizationId, user.id);
  await endAccess(db, { organizationId, userId: user.id, now });
  const id = platform.clock.newId();
  await insertMembership(db, { id, organizationId, userId: user.id, role, now });
  return user.id;
}

/** The person who becomes an owner. */
export interface NewOwner {
  readonly organizationId: string;
  readonly email: string;
  readonly name: string;
  readonly now: Date;
}

/** Makes a person an owner, whether a member or not. Returns the user's id. */
export async function makeOwner(
  platform: MemberPlatform,
  db: Database,
  owner: NewOwner,
): Promise<string> {
  const { organizationId, now, email, name } = owner;
  await lockOrganization(db, organizationId);
  const user = await ensureUser(db, { id: platform.clock.newId(), email, name, createdAt: now });
  const present = await selectMembership(db, organizationId, user.id);
  if (present === undefined) {
    const id = platform.clock.newId();
    await insertMembership(db, { id, organizationId, userId: user.id, role: "owner", now });
  } else if (!present.isActive || present.role !== "owner") {
    await updateMembershipRole(db, present, "owner", now);
  }
  return user.id;
}

/** An active member. @throws Problem NOT_FOUND */
export async function findMember(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<StoredMember> {
  const row = await selectMember(db, organizationId, userId);
  if (row === undefined) throw notFound("The member");
  return row;
}

async function checkOwnerStays(context: OrganizationContext, leaving: StoredMember): Promise<void> {
  if (leaving.role !== "owner") return;
  if ((await countOwners(context.db, context.organizationId)) === 1)
    throw new Problem("LAST_OWNER");
}

/** The roles in projects, without the projects that are hidden from the caller. */
async function readProjectRoles(
  context: OrganizationContext,
  rows: readonly StoredMember[],
): Promise<Map<string, StoredProjectRole[]>> {
  const { db, organizationId, principal } = context;
  const userIds = rows.map((row) => row.userId);
  const roles = await selectRolesOfUsers(db, organizationId, userIds);
  const projects = principal.visibleProjects(null);
  const visible = roles.filter(({ projectId }) => includesProject(projects, projectId));
  return Map.groupBy(visible, (role) => role.userId);
}

/** The e-mail address is only for the audit log. */
export const toSubject = ({ userId: id, email }: { userId: string; email: string }) =>
  ({ type: "user", id, name: email }) as const;

function toMember(
  row: StoredMember,
  roles: ReadonlyMap<string, readonly StoredProjectRole[]>,
): Member {
  return {
    userId: row.userId,
    email: row.email,
    name: row.name,
    role: row.role,
    projectRoles: (roles.get(row.userId) ?? []).map(({ projectId, role }) => ({ projectId, role })),
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
