import type { Role } from "@lintel/contract/words/permissions";
import { sql, type Selectable, type Updateable } from "kysely";
import type { EmailDomainRow } from "../../domain/people/directory.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";

export type StoredDomain = Selectable<EmailDomainRow>;

export function selectDomains(db: Database, organizationId: string): Promise<StoredDomain[]> {
  return db
    .selectFrom("emailDomain")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .orderBy("domain")
    .execute();
}

export function selectDomain(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredDomain | undefined> {
  return db
    .selectFrom("emailDomain")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The domain of that name, claimed or verified by the organization. */
export function selectNamedDomain(
  db: Database,
  organizationId: string,
  domain: string,
): Promise<StoredDomain | undefined> {
  return db
    .selectFrom("emailDomain")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("domain", "=", domain)
    .executeTakeFirst();
}

/** Whether another organization of the region has verified the domain. */
export async function isVerifiedElsewhere(
  db: Database,
  organizationId: string,
  domain: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("emailDomain")
    .select("id")
    .where("organizationId", "!=", organizationId)
    .where("domain", "=", domain)
    .where("verifiedAt", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

export function insertDomain(
  db: Database,
  domain: Pick<StoredDomain, "organizationId" | "id" | "domain" | "txtValue">,
  now: Date,
): Promise<StoredDomain> {
  return db
    .insertInto("emailDomain")
    .values({ ...domain, createdAt: now, modifiedAt: now, rowVersion: 1 })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateDomain(
  db: Database,
  { organizationId, id }: Pick<StoredDomain, "organizationId" | "id">,
  values: Updateable<EmailDomainRow>,
  now: Date,
): Promise<StoredDomain> {
  return db
    .updateTable("emailDomain")
    .set({ ...values, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteDomain(
  db: Database,
  { organizationId, id }: StoredDomain,
): Promise<void> {
  await db
    .deleteFrom("emailDomain")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Domains verified by the DNS that were not checked since then; one that fails is checked every time. */
export function selectUnchecked(db: Database, since: Date, limit: number): Promise<StoredDomain[]> {
  return db
    .selectFrom("emailDomain")
    .selectAll()
    .where("verifiedBy", "=", "dns")
    .where("verifiedAt", "is not", null)
    .where((eb) => eb.or([eb("checkedAt", "<", since), eb("failingSince", "is not", null)]))
    .orderBy("checkedAt")
    .limit(limit)
    .execute();
}

export async function hasSignedInBySso(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("ssoSignIn")
    .select("userId")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface MemberWithoutSso {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly isBreakGlass: boolean;
}

export function selectWithoutSso(
  db: Database,
  { organizationId, domain }: StoredDomain,
  paging: Paging,
): Promise<Page<MemberWithoutSso>> {
  const query = db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .select(["m.userId", "u.email", "u.name"])
    .select((eb) => [
      eb.ref("m.role").$castTo<Role>().as("role"),
      sql<boolean>`exists (select from break_glass_owner as b
        where b.organization_id = m.organization_id and b.user_id = m.user_id)`.as("isBreakGlass"),
    ])
    .where("m.organizationId", "=", organizationId)
    .where("m.isActive", "=", true)
    .where(sql<boolean>`split_part(lower(u.email), '@', 2) = ${domain}`)
    .where(
      sql<boolean>`not exists (select from sso_sign_in as x
        where x.organization_id = m.organization_id and x.user_id = m.user_id)`,
    )
    .orderBy("u.email")
    .orderBy("m.userId");
  return selectPage(query, paging);
}
