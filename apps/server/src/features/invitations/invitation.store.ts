import { sql, type Insertable, type Selectable } from "kysely";
import type { InvitationRow } from "../../domain/people/people.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";

export type StoredInvitation = Selectable<InvitationRow>;

export function selectInvitations(
  db: Database,
  organizationId: string,
  paging: Paging,
): Promise<Page<StoredInvitation>> {
  const newestFirst = db
    .selectFrom("invitation")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .orderBy("createdAt", "desc")
    .orderBy("id");
  return selectPage(newestFirst, paging);
}

export function insertInvitation(
  db: Database,
  invitation: Insertable<InvitationRow>,
): Promise<StoredInvitation> {
  return db.insertInto("invitation").values(invitation).returningAll().executeTakeFirstOrThrow();
}

/** An address has one open invitation: the new one replaces it. */
export async function revokeOpen(
  db: Database,
  organizationId: string,
  email: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("invitation")
    .set({ revokedAt: now })
    .where("organizationId", "=", organizationId)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null)
    .execute();
}

export function selectInvitation(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredInvitation | undefined> {
  return db
    .selectFrom("invitation")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function markRevoked(db: Database, row: StoredInvitation, now: Date): Promise<void> {
  await db
    .updateTable("invitation")
    .set({ revokedAt: now })
    .where("organizationId", "=", row.organizationId)
    .where("id", "=", row.id)
    .execute();
}

/** An open invitation by the digest of its code. The digest names the organization. */
export function selectOpen(db: Database, digest: string, now: Date) {
  return db
    .selectFrom("invitation as i")
    .innerJoin("organization as o", "o.id", "i.organizationId")
    .selectAll("i")
    .select("o.name as organizationName")
    .where("i.digest", "=", digest)
    .where("i.acceptedAt", "is", null)
    .where("i.revokedAt", "is", null)
    .where("i.expiresAt", ">", now)
    .executeTakeFirst();
}

/** False if another call accepted or revoked the invitation first. */
export async function markAccepted(
  trx: Database,
  { organizationId, id }: Pick<StoredInvitation, "organizationId" | "id">,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("invitation")
    .set({ acceptedAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The account of an address, with the number of its memberships and passkeys. */
export function selectAccount(db: Database, email: string) {
  return db
    .selectFrom("userAccount")
    .select(["id", "email", "name", "passwordHash"])
    .select((eb) =>
      eb
        .selectFrom("membership as m")
        .whereRef("m.userId", "=", "userAccount.id")
        .select((one) => one.fn.countAll<string>().as("count"))
        .as("memberships"),
    )
    .select((eb) =>
      eb
        .selectFrom("passkey as p")
        .whereRef("p.userId", "=", "userAccount.id")
        .select((one) => one.fn.countAll<string>().as("count"))
        .as("passkeys"),
    )
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where("isService", "=", false)
    .executeTakeFirst();
}
