import { sql } from "kysely";
import type { DesignUsage } from "@lintel/openapi/usages";
import { yieldToEventLoop } from "../../platform/database/yield-to-event-loop.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { asRelation } from "./bulk-rows.ts";
import type { VersionPlace } from "./design.types.ts";
import { chunkRows, packUsages, usageColumns, type PackedRows } from "./packed-rows.ts";

/** Writes what rows refer to: the table that says what is used where. */
export const insertUsages = (
  db: Database,
  place: VersionPlace,
  usages: readonly DesignUsage[],
): Promise<void> => insertPackedUsages(db, place, packUsages(usages));

export async function insertPackedUsages(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  usages: PackedRows,
): Promise<void> {
  const names = Object.keys(usageColumns).map((column) => sql.ref(column));
  for (const part of chunkRows(usages)) {
    await sql`insert into design_usage (organization_id, version_id, ${sql.join(names)})
      select ${organizationId}::uuid, ${versionId}::uuid, given.*
      from ${asRelation(part, usageColumns)}`.execute(db);
    await yieldToEventLoop();
  }
}

/** Of these owners, or of the whole version. */
export async function deleteUsages(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  ownerIds?: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("designUsage")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .$if(ownerIds !== undefined, (query) =>
      query.where(sql<boolean>`owner_id = any(${sql.val(ownerIds)}::uuid[])`),
    )
    .execute();
}

/** What refers to a component of a version: the owners, and where in them. */
export async function selectUsages(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  targetKind: string,
  target: string,
) {
  return db
    .selectFrom("designUsage")
    .select(["ownerKind", "ownerId", "pointer", "form"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("targetKind", "=", targetKind)
    .where(sql<boolean>`md5(target) = md5(${target})`)
    .where("target", "=", target)
    .execute();
}

/** Deletes the usages in the document itself, which have no row of their own. */
export async function deleteDocumentUsages(
  db: Database,
  { organizationId, versionId }: VersionPlace,
): Promise<void> {
  await db
    .deleteFrom("designUsage")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("ownerKind", "=", "document")
    .execute();
}
