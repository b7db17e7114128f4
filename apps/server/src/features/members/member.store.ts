import { sql, type Insertable, type Selectable } from "kysely";
import type { ProjectRole, Role } from "@lintel/contract/words/permissions";
import type { Database } from "../../platform/database/open-database.ts";
import type { MembershipRow, UserAccountRow } from "../../platform/database/tables.ts";
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

/**
 * Locks the organization's row, so that changes of its members run one after the other and each
 * counts the owners that the previous one left.
 */
export async function lockOrganization(db: Database, organizationId: string): Promise<void> {
  await db
    .selectFrom("organization")
    .select("id")
    .where("id", "=", organizationId)
    .forNoKeyUpdate()
    .execute();
}

export async function selectMembers(
  db: Database,
  organizationId: string,
  paging: Paging,
): Promise<StoredMember[]> {
  return activeMembers(db, organizationId)
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
    .selectFrom("membership")
    .where("organizationId", "=", organizationId)
    .where("isActive", "=", true)
    .$if(role !== null, (query) => query.where("role", "=", role ?? ""))
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function selectMember(
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

/** The user with an e-mail address, ignoring case. Creates the user if there is none. */
export async function ensureUser(
  db: Database,
  user: Insertable<UserAccountRow>,
): Promise<Selectable<UserAccountRow>> {
  await db
    .insertInto("userAccount")
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .execute();
  return db
    .selectFrom("userAccount")
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${user.email})`)
    .executeTakeFirstOrThrow();
}

export async function insertMembership(
  db: Database,
  membership: { organizationId: string; userId: string; role: Role; now: Date },
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

/** Revokes the remaining keys of a user in the organization and returns their number. */
export async function revokeKeysOf(
  db: Database,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("apiKey")
    .set({ revokedAt: now, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .where("revokedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
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
