import { sql, type Selectable, type SqlBool, type Updateable } from "kysely";
import type { SpecTagRow } from "../../../domain/design/design.tables.ts";
import type { Database } from "../../../platform/database/open-database.ts";
import type { VersionPlace } from "../../../domain/design/design.types.ts";

export type StoredTag = Selectable<SpecTagRow>;

/** All tags of a version in order. */
export function selectTags(
  db: Database,
  { organizationId, versionId }: VersionPlace,
): Promise<StoredTag[]> {
  return db
    .selectFrom("specTag")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export type NewTag = Omit<StoredTag, "rest" | "keys" | "createdAt" | "modifiedAt" | "rowVersion">;

export async function insertTag(db: Database, tag: NewTag, now: Date): Promise<void> {
  await db
    .insertInto("specTag")
    .values({ ...tag, rest: null, keys: null, createdAt: now, modifiedAt: now, rowVersion: 1 })
    .execute();
}

type TagChange = Omit<
  Updateable<SpecTagRow>,
  "organizationId" | "versionId" | "id" | "createdAt" | "modifiedAt" | "rowVersion"
>;

/** Changes tags and increments their row versions. */
export async function updateTags(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  ids: readonly string[],
  change: TagChange,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("specTag")
    .set({ ...change, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where(sql<SqlBool>`id = any(${sql.val([...ids])}::uuid[])`)
    .execute();
}

/** Sets the positions of tags to their indexes in the list, from 0. */
export async function orderTagRows(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  ids: readonly string[],
): Promise<void> {
  await sql`update spec_tag as item set position = given.position - 1
    from unnest(${sql.val([...ids])}::uuid[]) with ordinality as given(id, position)
    where item.organization_id = ${organizationId} and item.version_id = ${versionId}
      and item.id = given.id`.execute(db);
}

export async function deleteTagRow(
  db: Database,
  { organizationId, versionId, id }: StoredTag,
): Promise<void> {
  await db
    .deleteFrom("specTag")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .execute();
}

/**
 * Replaces a label of endpoints, including deleted ones. If an endpoint has both labels, the first
 * position counts.
 */
export async function renameLabel(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  before: string,
  after: string,
  now: Date,
): Promise<void> {
  await sql`update endpoint as item
    set modified_at = ${now}, row_version = row_version + 1,
      tags = (
        select json_agg(renamed.label order by renamed.place)
        from (
          select case when given.label = ${before} then ${after} else given.label end as label,
            min(given.place) as place
          from json_array_elements_text(item.tags) with ordinality as given(label, place)
          group by 1) as renamed)
    where item.organization_id = ${organizationId} and item.version_id = ${versionId}
      and exists (
        select from json_array_elements_text(item.tags) as given(label)
        where given.label = ${before})`.execute(db);
}
