import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { deleteRows, insertPackedRows, updatePackedRows } from "./bulk-rows.ts";
import { designKinds, designTables, type DesignKind } from "./design-columns.ts";
import type { VersionPlace } from "./design.types.ts";
import type { DesignChanges } from "./diff-designs.ts";
import type { DocumentColumns, PackedDesign } from "./packed-rows.ts";
import { deleteUsages, insertPackedUsages } from "./usage-rows.ts";

/** Writes all rows of a version that has none yet, and the table of what refers to what. */
export async function insertDesign(
  db: Database,
  place: VersionPlace,
  { rows, usages }: PackedDesign,
  now: Date,
): Promise<void> {
  for (const kind of designKinds) {
    await insertPackedRows(db, designTables[kind], place, rows[kind], now);
    await countAnew(db, kind, rows[kind].count);
  }
  await insertPackedUsages(db, place, usages);
}

/** So many new rows change what the planner should think of a table. */
const manyRows = 500;

/**
 * Updates the planner's statistics after many rows were inserted. The server would do it within a
 * minute, the embedded engine never. Until then the planner chooses a wrong index and reads a whole
 * version instead of a row.
 */
async function countAnew(db: Database, kind: DesignKind, added: number): Promise<void> {
  if (added >= manyRows) await sql`analyze ${sql.table(designTables[kind].name)}`.execute(db);
}

/**
 * Changes a version's rows. Rows keep their ids, and unchanged rows their row versions. The parts of a
 * removed row are removed too.
 */
export async function replaceDesign(
  db: Database,
  place: VersionPlace,
  { rows, usages }: DesignChanges,
  now: Date,
): Promise<void> {
  // The list of kinds begins with the owners. Rows are inserted in its order, so that an owner exists
  // before its parts, and removed in the opposite order.
  for (const kind of designKinds.toReversed()) {
    await deleteRows(db, designTables[kind], place, rows[kind].removed);
  }
  await displaceRows(db, place, rows);
  for (const kind of designKinds) {
    const { added, changed } = rows[kind];
    await insertPackedRows(db, designTables[kind], place, added, now);
    await updatePackedRows(db, designTables[kind], place, changed, now);
    await countAnew(db, kind, added.count);
  }
  await settleEndpoints(db, place, rows);
  await deleteUsages(db, place);
  await insertPackedUsages(db, place, usages);
}

/** Rows that trade their paths or methods are out of each other's way until all have theirs. */
async function displaceRows(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  { pathItems, endpoints }: DesignChanges["rows"],
): Promise<void> {
  await sql`update path_item set path = id::text
    where organization_id = ${organizationId} and version_id = ${versionId}
      and id = any(${pathItems.changed.columns["id"]}::uuid[])`.execute(db);
  await sql`update endpoint set deleted_at = modified_at
    where organization_id = ${organizationId} and version_id = ${versionId}
      and id = any(${endpoints.changed.columns["id"]}::uuid[])`.execute(db);
}

async function settleEndpoints(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  { endpoints }: DesignChanges["rows"],
): Promise<void> {
  await sql`update endpoint set deleted_at = null
    where organization_id = ${organizationId} and version_id = ${versionId}
      and id = any(${endpoints.changed.columns["id"]}::uuid[])`.execute(db);
}

/** Writes the document's own members of a version that is there; it becomes a version newer. */
export async function updateDocument(
  db: Database,
  place: VersionPlace,
  document: DocumentColumns,
  now: Date,
): Promise<void> {
  await db
    .updateTable("specVersion")
    .set({ ...document, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", place.organizationId)
    .where("id", "=", place.versionId)
    .execute();
}
