import type { Selectable } from "kysely";
import type { Role } from "@lintel/contract/words/permissions";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import type { SessionRow } from "../../platform/database/tables.ts";

/** The sessions of a person that have not ended, the one used last first. */
export function selectSessions(
  db: Database,
  userId: string,
  now: Date,
  paging: Paging,
): Promise<Page<Selectable<SessionRow>>> {
  const lastUsedFirst = openSessions(db, userId, now)
    .selectAll()
    .orderBy("lastUsedAt", "desc")
    .orderBy("id");
  return selectPage(lastUsedFirst, paging);
}

function openSessions(db: Database, userId: string, now: Date) {
  return db
    .selectFrom("session")
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", now);
}

export async function isSessionOf(db: Database, userId: string, id: string): Promise<boolean> {
  const query = db.selectFrom("session").select("id").where("id", "=", id);
  return (await query.where("userId", "=", userId).executeTakeFirst()) !== undefined;
}

/** Whether a person signed in from an address before. */
export async function hasSignedInFrom(
  db: Database,
  userId: string,
  address: string,
): Promise<boolean> {
  const found = await db
    .selectFrom("session")
    .select("id")
    .where("userId", "=", userId)
    .where("address", "=", address)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function selectOrganizationsOf(db: Database, userId: string) {
  return db
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .where("m.userId", "=", userId)
    .where("m.isActive", "=", true)
    .select(["o.id", "o.name", "o.slug"])
    .select((eb) => eb.ref("m.role").$castTo<Role>().as("role"))
    .orderBy("o.name")
    .orderBy("o.id")
    .execute();
}

/** Deletes sessions and codes that ended before an instant, and returns the number of sessions. */
export async function deleteEnded(db: Database, before: Date): Promise<number> {
  await db.deleteFrom("oneTimeCode").where("expiresAt", "<", before).execute();
  await db.deleteFrom("readerToken").where("expiresAt", "<", before).execute();
  await db.deleteFrom("sessionToken").where("expiresAt", "<", before).execute();
  const { numDeletedRows } = await db
    .deleteFrom("session")
    .where((eb) => eb.or([eb("expiresAt", "<", before), eb("endedAt", "<", before)]))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
