import type { Role } from "@lintel/contract/words/permissions";
import { sql, type Selectable } from "kysely";
import type { GroupMappingRow } from "../../domain/people/directory.tables.ts";
import { isConcerned } from "../../domain/people/evaluation-rows.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import { selectPage } from "../../platform/database/select-page.ts";

export type StoredMapping = Selectable<GroupMappingRow>;

export interface MappingValues {
  readonly groupName: string;
  readonly groupKey: string;
  readonly role: Role;
  readonly priority: number;
}

/** The highest priority first. */
export function selectMappings(db: Database, organizationId: string): Promise<StoredMapping[]> {
  return db
    .selectFrom("groupMapping")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .orderBy("priority", "desc")
    .orderBy("groupKey")
    .execute();
}

export function selectMapping(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredMapping | undefined> {
  return db
    .selectFrom("groupMapping")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export function insertMapping(
  db: Database,
  place: { readonly organizationId: string; readonly id: string },
  values: MappingValues,
  now: Date,
): Promise<StoredMapping> {
  const stamp = { createdAt: now, modifiedAt: now, rowVersion: 1 };
  return db
    .insertInto("groupMapping")
    .values({ ...place, ...values, ...stamp })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined if the mapping was deleted or changed after it was read. */
export function updateMapping(
  db: Database,
  before: StoredMapping,
  values: MappingValues,
  now: Date,
): Promise<StoredMapping | undefined> {
  return db
    .updateTable("groupMapping")
    .set({ ...values, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", before.organizationId)
    .where("id", "=", before.id)
    .where("rowVersion", "=", before.rowVersion)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteMappingRow(
  db: Database,
  { organizationId, id }: StoredMapping,
): Promise<void> {
  await db
    .deleteFrom("groupMapping")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Gives mappings priorities in steps of 10, the first the highest. */
export async function writePriorities(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update group_mapping as m
    set priority = (${ids.length}::integer - given.place + 1) * 10, modified_at = ${now},
      row_version = m.row_version + 1
    from unnest(${sql.val(ids)}::uuid[]) with ordinality as given(id, place)
    where m.organization_id = ${organizationId} and m.id = given.id`.execute(db);
}

/** Returns the role of before. */
export async function updateFallbackRole(
  db: Database,
  organizationId: string,
  role: Role,
): Promise<Role> {
  const before = await db
    .selectFrom("organization")
    .select("fallbackRole")
    .where("id", "=", organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await db
    .updateTable("organization")
    .set({ fallbackRole: role })
    .where("id", "=", organizationId)
    .execute();
  return before.fallbackRole as Role;
}

export interface PreviewedMember {
  readonly userId: string;
  readonly name: string;
  /** Whether the role follows groups. */
  readonly isConcerned: boolean;
}

export function selectPreviewed(
  db: Database,
  organizationId: string,
  paging: Paging,
): Promise<Page<PreviewedMember>> {
  const query = db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .select(["m.userId", "u.name", isConcerned.as("isConcerned")])
    .where("m.organizationId", "=", organizationId)
    .where("m.isActive", "=", true)
    .where("u.isService", "=", false)
    .orderBy("m.createdAt")
    .orderBy("m.userId");
  return selectPage(query, paging);
}
