import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { SsoRequestRow } from "./sso.tables.ts";

export type StoredRequest = Selectable<SsoRequestRow>;

export async function insertRequest(db: Database, row: Insertable<SsoRequestRow>): Promise<void> {
  await db.insertInto("ssoRequest").values(row).execute();
}

/** A request that was begun here and has not expired. */
export function selectRequest(
  db: Database,
  connectionId: string,
  digest: string,
  now: Date,
): Promise<StoredRequest | undefined> {
  return db
    .selectFrom("ssoRequest")
    .selectAll()
    .where("digest", "=", digest)
    .where("connectionId", "=", connectionId)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

/** Uses a request. Of simultaneous uses, one succeeds. */
export async function takeRequest(db: Database, digest: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("ssoRequest")
    .where("digest", "=", digest)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Notes that an assertion or a code was used; false where it was used before. */
export async function noteUse(
  db: Database,
  place: { readonly organizationId: string; readonly connectionId: string },
  digest: string,
  expiresAt: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("assertionUse")
    .values({ ...place, digest, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Deletes what has expired. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  await db.deleteFrom("ssoRequest").where("expiresAt", "<=", now).execute();
  await db.deleteFrom("assertionUse").where("expiresAt", "<=", now).execute();
}
