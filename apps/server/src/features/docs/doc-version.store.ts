import { sql, type Insertable, type Updateable } from "kysely";
import type { DocVersionRow } from "../../domain/docs/docs.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { StoredVersion } from "./doc-visibility.ts";

export function insertVersion(
  db: Database,
  values: Insertable<DocVersionRow>,
): Promise<StoredVersion> {
  return db.insertInto("docVersion").values(values).returningAll().executeTakeFirstOrThrow();
}

/**
 * The number of the next version. The caller holds the lock of the documentation
 * (`lockDocumentation`), so that no other call takes it.
 */
export async function readNextNumber(
  db: Database,
  organizationId: string,
  documentationId: string,
): Promise<number> {
  const row = await db
    .selectFrom("docVersion")
    .select((eb) => eb.fn.max("versionNumber").as("last"))
    .where("organizationId", "=", organizationId)
    .where("documentationId", "=", documentationId)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

export function updateVersionRow(
  db: Database,
  { organizationId, id }: StoredVersion,
  change: Updateable<DocVersionRow>,
): Promise<StoredVersion> {
  return db
    .updateTable("docVersion")
    .set({ ...change, rowVersion: sql`row_version + 1`, treeVersion: sql`tree_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The published version with a label. */
export function selectPublished(
  db: Database,
  organizationId: string,
  documentationId: string,
  label: string,
): Promise<StoredVersion | undefined> {
  return db
    .selectFrom("docVersion")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("documentationId", "=", documentationId)
    .where("label", "=", label)
    .where("status", "=", "published")
    .executeTakeFirst();
}

/** Invalidates the tags of the tree after a change of the tree or of a page. */
export async function touchTree(db: Database, version: StoredVersion): Promise<void> {
  await db
    .updateTable("docVersion")
    .set({ treeVersion: sql`tree_version + 1` })
    .where("organizationId", "=", version.organizationId)
    .where("id", "=", version.id)
    .execute();
}

export async function deleteVersionRow(
  db: Database,
  { organizationId, id }: StoredVersion,
): Promise<void> {
  await db
    .deleteFrom("docVersion")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
