import { sql, type Selectable } from "kysely";
import type { ProjectRole, Role } from "@lintel/contract/words/permissions";
import type { Database } from "../../platform/database/open-database.ts";
import type { MembershipRow } from "../../platform/database/tables.ts";
import type { Paging } from "../../platform/paging.ts";

/** A membership joined with the user. */
export interface StoredMember {
  userId: string;
  email: string;
  name: string;
  role: Role;
  createdAt: Date;
  modifiedAt: Date;
  rowVersion: string;
}

export interface StoredProjectRole {
  userId: string;
  projectId: string;
  role: ProjectRole;
}

export async function selectMembers(
  db: Database,
  organizationId: string,
  paging: Paging,
): Promise<StoredMember[]> {
  return activeMembers(db, organizationId)
    .where("u.isService", "=", false)
    .orderBy("m.createdAt")
    .orderBy("m.userId")
    .offset(paging.skip)
    .limit(paging.take)
    .execute();
}

export async function countMembers(db: Database, organizationId: string): Promise<number> {
  return count(db, organizationId, null);
}

export async function countOwners(db: Database, organizationId: string): Promise<number> {
  return count(db, organizationId, "owner");
}

async function count(db: Database, organizationId: string, role: Role | null): Promise<number> {
  const { total } = await db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .where("m.organizationId", "=", organizationId)
    .where("m.isActive", "=", true)
    .where("u.isService", "=", false)
    .$if(role !== null, (query) => query.where("m.role", "=", role ?? ""))
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function selectMember(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<StoredMember | undefined> {
  return activeMembers(db, organizationId)
    .where("u.isService", "=", false)
    .where("m.userId", "=", userId)
    .executeTakeFirst();
}

/** A member, or a service account: both have roles in projects. */
export async function selectRoleHolder(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<StoredMember | undefined> {
  return activeMembers(db, organizationId).where("m.userId", "=", userId).executeTakeFirst();
}

function activeMembers(db: Database, organizationId: string) {
  return db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .where("m.organizationId", "=", organizationId)
    .where("m.isActive", "=", true)
    .select(["m.userId", "u.email", "u.name", "m.createdAt", "m.modifiedAt", "m.rowVersion"])
    .select((eb) => eb.ref("m.role").$castTo<Role>().as("role"));
}

/** The membership in any state. */
export function selectMembership(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<Selectable<MembershipRow> | undefined> {
  return db
    .selectFrom("membership")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .executeTakeFirst();
}

export async function insertMembership(
  db: Database,
  membership: { id: string; organizationId: string; userId: string; role: Role; now: Date },
): Promise<void> {
  const { now, ...columns } = membership;
  await db
    .insertInto("membership")
    .values({ ...columns, isActive: true, createdAt: now, modifiedAt: now, rowVersion: 1 })
    .execute();
}

/** False if the membership was deleted or has another version. */
export async function updateMembershipRole(
  db: Database,
  membership: { organizationId: string; userId: string; rowVersion: string },
  role: Role,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("membership")
    .set({ role, isActive: true, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", membership.organizationId)
    .where("userId", "=", membership.userId)
    .where("rowVersion", "=", membership.rowVersion)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Also deletes the roles in projects. */
export async function deleteMembership(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<void> {
  await db
    .deleteFrom("membership")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
}

export async function selectRolesOfUsers(
  db: Database,
  organizationId: string,
  userIds: readonly string[],
): Promise<StoredProjectRole[]> {
  return db
    .selectFrom("projectRole")
    .select(["userId", "projectId"])
    .select((eb) => eb.ref("role").$castTo<ProjectRole>().as("role"))
    .where("organizationId", "=", organizationId)
    .where(sql<boolean>`user_id = any(${sql.val(userIds)}::uuid[])`)
    .orderBy("projectId")
    .execute();
}
