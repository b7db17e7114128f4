import type { Database } from "../../platform/database/open-database.ts";

export interface StoredBreakGlassOwner {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
}

export function selectBreakGlassOwners(
  db: Database,
  organizationId: string,
): Promise<StoredBreakGlassOwner[]> {
  return db
    .selectFrom("breakGlassOwner as b")
    .innerJoin("userAccount as u", "u.id", "b.userId")
    .select(["b.userId", "u.email", "u.name", "b.createdAt"])
    .where("b.organizationId", "=", organizationId)
    .orderBy("b.createdAt")
    .orderBy("b.userId")
    .execute();
}

/** The active owner with an id. */
export function selectOwner(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<{ readonly email: string } | undefined> {
  return db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .select("u.email")
    .where("m.organizationId", "=", organizationId)
    .where("m.userId", "=", userId)
    .where("m.isActive", "=", true)
    .where("m.role", "=", "owner")
    .where("u.isService", "=", false)
    .executeTakeFirst();
}

/** False if the owner was one already. */
export async function insertBreakGlassOwner(
  db: Database,
  owner: { readonly organizationId: string; readonly userId: string },
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("breakGlassOwner")
    .values({ ...owner, createdAt: now })
    .onConflict((conflict) => conflict.columns(["organizationId", "userId"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

export async function deleteBreakGlassOwner(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<void> {
  await db
    .deleteFrom("breakGlassOwner")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
}
