import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";

export interface StoredAccount {
  readonly id: string;
  readonly email: string;
  readonly isService: boolean;
}

/** The account with an address, without case. */
export function selectAccount(db: Database, email: string): Promise<StoredAccount | undefined> {
  return db
    .selectFrom("userAccount")
    .select(["id", "email", "isService"])
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();
}

/** Creates an account; undefined if there is one with the address. */
export function insertAccount(
  db: Database,
  account: { id: string; email: string; name: string; createdAt: Date },
): Promise<StoredAccount | undefined> {
  return db
    .insertInto("userAccount")
    .values(account)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning(["id", "email", "isService"])
    .executeTakeFirst();
}

/** Whether the account has a membership, in any state, in another organization. */
export async function isMemberElsewhere(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const other = await db
    .selectFrom("membership")
    .select("id")
    .where("userId", "=", userId)
    .where("organizationId", "!=", organizationId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Whether the account has a membership here that SCIM did not delete. */
export async function isMemberHere(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const present = await db
    .selectFrom("membership as m")
    .leftJoin("scimUser as s", (join) =>
      join.onRef("s.organizationId", "=", "m.organizationId").onRef("s.userId", "=", "m.userId"),
    )
    .select("m.id")
    .where("m.organizationId", "=", organizationId)
    .where("m.userId", "=", userId)
    .where("s.deletedAt", "is", null)
    .executeTakeFirst();
  return present !== undefined;
}

/** Replaces a membership that SCIM deleted, with its roles in projects, by a new one. */
export async function insertMembership(
  db: Database,
  membership: { id: string; organizationId: string; userId: string; isActive: boolean },
  now: Date,
): Promise<void> {
  const { organizationId, userId } = membership;
  await db
    .deleteFrom("membership")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
  const fallback = db
    .selectFrom("organization")
    .select("fallbackRole")
    .where("id", "=", organizationId);
  await db
    .insertInto("membership")
    .values({
      ...membership,
      role: sql<string>`(${fallback})`,
      createdAt: now,
      modifiedAt: now,
      rowVersion: 1,
    })
    .execute();
}

/** Changes the address to sign in with. */
export async function updateAccountEmail(
  db: Database,
  userId: string,
  email: string,
): Promise<void> {
  await db.updateTable("userAccount").set({ email }).where("id", "=", userId).execute();
}

export async function deleteGroupRowsOf(
  db: Database,
  organizationId: string,
  membershipId: string,
): Promise<void> {
  await db
    .deleteFrom("scimGroupMember")
    .where("organizationId", "=", organizationId)
    .where("membershipId", "=", membershipId)
    .execute();
}

/** Keeps the id of a removed user or group. False if it was kept before. */
export async function insertRemoved(
  db: Database,
  organizationId: string,
  id: string,
  removedAt: Date,
): Promise<void> {
  await db
    .insertInto("scimRemoved")
    .values({ organizationId, id, removedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a user or group with this id was removed. */
export async function isRemoved(
  db: Database,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const found = await db
    .selectFrom("scimRemoved")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}
