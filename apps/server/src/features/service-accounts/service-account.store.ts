import { sql } from "kysely";
import type { ProjectRole, Role } from "@lintel/contract/words/permissions";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";

export interface StoredServiceAccount {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly projectRoles: readonly { readonly projectId: string; readonly role: ProjectRole }[];
  readonly createdAt: Date;
  readonly modifiedAt: Date;
  readonly rowVersion: string;
}

export function selectAccounts(
  db: Database,
  organizationId: string,
  paging: Paging,
): Promise<Page<StoredServiceAccount>> {
  const query = accounts(db, organizationId)
    .orderBy(sql`lower(u.name)`)
    .orderBy("u.id");
  return selectPage(query, paging);
}

export function selectAccount(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredServiceAccount | undefined> {
  return accounts(db, organizationId).where("u.id", "=", id).executeTakeFirst();
}

/** The account with a name, without case. */
export function selectAccountByName(
  db: Database,
  organizationId: string,
  name: string,
): Promise<StoredServiceAccount | undefined> {
  return accounts(db, organizationId)
    .where(sql<boolean>`lower(u.name) = lower(${name})`)
    .executeTakeFirst();
}

function accounts(db: Database, organizationId: string) {
  return db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .where("m.organizationId", "=", organizationId)
    .where("u.isService", "=", true)
    .select(["u.id", "u.name", "m.isActive", "m.createdAt", "m.modifiedAt", "m.rowVersion"])
    .select((eb) => [
      eb.ref("m.role").$castTo<Role>().as("role"),
      sql<StoredServiceAccount["projectRoles"]>`(
        select coalesce(json_agg(json_build_object('projectId', r.project_id, 'role', r.role)
          order by r.project_id), '[]')
        from project_role as r
        where r.organization_id = m.organization_id and r.user_id = m.user_id)`.as("projectRoles"),
    ]);
}

interface NewAccount {
  readonly organizationId: string;
  readonly id: string;
  readonly membershipId: string;
  readonly name: string;
  readonly role: Role;
  readonly now: Date;
}

/** The address is never mailed (RFC 2606 §2), and no person can have it. */
export async function insertAccount(db: Database, account: NewAccount): Promise<void> {
  const { organizationId, id, membershipId, name, role, now } = account;
  const email = `${id}@service-accounts.invalid`;
  await db
    .insertInto("userAccount")
    .values({ id, email, name, createdAt: now, isService: true })
    .execute();
  const stamp = { createdAt: now, modifiedAt: now, rowVersion: 1 };
  await db
    .insertInto("membership")
    .values({ id: membershipId, organizationId, userId: id, role, isActive: true, ...stamp })
    .execute();
}

/** False if the account was deleted or has another version. */
export async function updateAccount(
  db: Database,
  place: { readonly organizationId: string; readonly id: string; readonly rowVersion: string },
  values: { readonly name: string; readonly role: Role; readonly isActive: boolean },
  now: Date,
): Promise<boolean> {
  const { name, role, isActive } = values;
  const { numUpdatedRows } = await db
    .updateTable("membership")
    .set({ role, isActive, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", place.organizationId)
    .where("userId", "=", place.id)
    .where("rowVersion", "=", place.rowVersion)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await db.updateTable("userAccount").set({ name }).where("id", "=", place.id).execute();
  return true;
}

/** Its roles in projects are deleted with it. The account stays, because its revoked keys name it. */
export async function deleteAccount(
  db: Database,
  organizationId: string,
  id: string,
): Promise<void> {
  await db
    .deleteFrom("membership")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", id)
    .execute();
}
