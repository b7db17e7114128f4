import { sql, type Insertable, type Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { UserAccountRow } from "../../platform/database/tables.ts";
import { invalid } from "../../platform/problem.ts";

export type StoredUser = Selectable<UserAccountRow>;

/**
 * The person with an e-mail address, ignoring case. Creates the account if there is none.
 *
 * @throws Problem VALIDATION_FAILED for the address of a service account
 */
export async function ensureUser(
  db: Database,
  user: Insertable<UserAccountRow>,
): Promise<StoredUser> {
  await db
    .insertInto("userAccount")
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .execute();
  const found = await findUser(db, user.email);
  if (found === undefined) throw new Error("The user was deleted while it was read.");
  if (!found.isService) return found;
  const message = "Is the address of a service account.";
  throw invalid({ field: "email", code: "serviceAccount", message });
}

/** The user with an e-mail address, ignoring case. */
export function findUser(db: Database, email: string): Promise<StoredUser | undefined> {
  return db
    .selectFrom("userAccount")
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();
}

/** A person by id; undefined for a service account. */
export function findPersonById(db: Database, id: string): Promise<StoredUser | undefined> {
  return db
    .selectFrom("userAccount")
    .selectAll()
    .where("id", "=", id)
    .where("isService", "=", false)
    .executeTakeFirst();
}

/** A person by e-mail address, ignoring case; undefined for a service account. */
export async function findPerson(db: Database, email: string): Promise<StoredUser | undefined> {
  const user = await findUser(db, email);
  return user?.isService === true ? undefined : user;
}

/** @param hash a PHC string */
export async function setPasswordHash(db: Database, id: string, hash: string): Promise<void> {
  await db
    .updateTable("userAccount")
    .set({ passwordHash: hash })
    .where("id", "=", id)
    .where("isService", "=", false)
    .execute();
}

/** Whether a user has an active membership in the organization. */
export async function isActiveMember(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom("membership")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .where("isActive", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}
