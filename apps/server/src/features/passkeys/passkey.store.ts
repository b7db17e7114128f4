import { sql, type Insertable, type Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { Paging } from "../../platform/paging.ts";
import type { PasskeyRow } from "../../domain/people/passkey.tables.ts";

export type StoredPasskey = Selectable<PasskeyRow>;

export function selectPasskeys(
  db: Database,
  userId: string,
  { skip, take }: Paging,
): Promise<StoredPasskey[]> {
  return db
    .selectFrom("passkey")
    .selectAll()
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .offset(skip)
    .limit(take)
    .execute();
}

export async function countPasskeys(db: Database, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom("passkey")
    .where("userId", "=", userId)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A passkey with the person who signs in with it; undefined where it is not registered. */
export function findPasskey(db: Database, credentialId: string) {
  return db
    .selectFrom("passkey as p")
    .innerJoin("userAccount as u", "u.id", "p.userId")
    .where("p.credentialId", "=", credentialId)
    .where("u.isService", "=", false)
    .selectAll("p")
    .select("u.email")
    .executeTakeFirst();
}

/** Undefined where the passkey is registered already, by whomever. */
export function insertPasskey(
  db: Database,
  row: Insertable<PasskeyRow>,
): Promise<StoredPasskey | undefined> {
  return db
    .insertInto("passkey")
    .values(row)
    .onConflict((conflict) => conflict.column("credentialId").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Where a session began; undefined without a session. */
export async function selectSessionPlace(
  db: Database,
  sessionId: string | null,
): Promise<{ readonly device: string; readonly address: string } | undefined> {
  return db
    .selectFrom("session")
    .select(["device", "address"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
}

export function updateName(
  db: Database,
  userId: string,
  id: string,
  name: string,
): Promise<StoredPasskey | undefined> {
  return db
    .updateTable("passkey")
    .set({ name })
    .where("id", "=", id)
    .where("userId", "=", userId)
    .returningAll()
    .executeTakeFirst();
}

export function deletePasskey(
  db: Database,
  userId: string,
  id: string,
): Promise<StoredPasskey | undefined> {
  return db
    .deleteFrom("passkey")
    .where("id", "=", id)
    .where("userId", "=", userId)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Records a sign-in. False where the passkey was removed, or a later counter was recorded at the same time.
 * Authenticators without a counter always send 0 (Web Authentication §6.1.1).
 */
export async function updateUse(
  db: Database,
  id: string,
  use: { readonly counter: number; readonly isBackedUp: boolean; readonly now: Date },
): Promise<boolean> {
  const { counter, isBackedUp, now } = use;
  const { numUpdatedRows } = await db
    .updateTable("passkey")
    .set({ counter, backedUp: isBackedUp, lastUsedAt: now })
    .where("id", "=", id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
