import { sql, type Selectable } from "kysely";
import type { Plan } from "@lintel/contract/words/plans";
import { lockNames } from "../../platform/database/lock-names.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { OrganizationRow } from "../../platform/database/tables.ts";

export type StoredOrganization = Selectable<OrganizationRow>;

export function selectOrganizations(db: Database): Promise<StoredOrganization[]> {
  return db.selectFrom("organization").selectAll().orderBy("slug").execute();
}

export async function hasAnyOrganization(db: Database): Promise<boolean> {
  return (await db.selectFrom("organization").select("id").limit(1).execute()).length > 0;
}

export function selectOrganization(
  db: Database,
  id: string,
): Promise<StoredOrganization | undefined> {
  return db.selectFrom("organization").selectAll().where("id", "=", id).executeTakeFirst();
}

export function insertOrganization(
  db: Database,
  organization: { id: string; name: string; slug: string; plan: Plan; now: Date },
): Promise<StoredOrganization> {
  const { now, ...columns } = organization;
  return db
    .insertInto("organization")
    .values({ ...columns, createdAt: now, modifiedAt: now, rowVersion: 1 })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined if the row has another version. */
export function updateOrganizationName(
  db: Database,
  id: string,
  rowVersion: string,
  name: string,
  now: Date,
): Promise<StoredOrganization | undefined> {
  return db
    .updateTable("organization")
    .set({ name, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("id", "=", id)
    .where("rowVersion", "=", rowVersion)
    .returningAll()
    .executeTakeFirst();
}

export function updateOrganizationPlan(
  db: Database,
  id: string,
  plan: Plan,
  now: Date,
): Promise<StoredOrganization> {
  return db
    .updateTable("organization")
    .set({ plan, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Set-ups of a region run one after the other, so that the second sees the organization of the first. */
export async function lockSetup(trx: Database): Promise<void> {
  await lockNames(trx, "set-up");
}
