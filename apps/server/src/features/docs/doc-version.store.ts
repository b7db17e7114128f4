import { sql, type Insertable, type Updateable } from "kysely";
import type { DocVersionRow } from "../../platform/database/docs-tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { StoredVersion } from "./doc-sight.ts";

export function insertVersion(
  db: Database,
  values: Insertable<DocVersionRow>,
): Promise<StoredVersion> {
  return db.insertInto("docVersion").values(values).returningAll().executeTakeFirstOrThrow();
}

/**
 * The number of the next version. The documentation's row is locked (`lockDocumentation`), so that no
 * other call takes it.
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

/** The published version of a label. */
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

/** Tells readers that the tree, or a page in it, is another one now. */
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

/**
 * Copies everything in a version into another one, under new ids. Locks stay behind: they belong to
 * someone who edits the original.
 */
export async function copyContents(
  db: Database,
  { organizationId, from, to }: { organizationId: string; from: string; to: string },
): Promise<void> {
  const statements = [
    // The new id of each item; gone with the transaction.
    sql`create temporary table doc_copy on commit drop as
      select id as old_id, gen_random_uuid() as new_id from doc_node
      where organization_id = ${organizationId} and version_id = ${from}`,
    sql`insert into doc_node (organization_id, version_id, id, type, parent_id, position, slug, title,
        icon, description, is_section, file_name, file_order, folder_file, created_at, modified_at, row_version)
      select n.organization_id, ${to}::uuid, c.new_id, n.type, p.new_id, n.position, n.slug, n.title,
        n.icon, n.description, n.is_section, n.file_name, n.file_order, n.folder_file, n.created_at, n.modified_at, 1
      from doc_node n join doc_copy c on c.old_id = n.id left join doc_copy p on p.old_id = n.parent_id
      where n.organization_id = ${organizationId} and n.version_id = ${from}`,
    sql`insert into doc_page (organization_id, version_id, id, content, front_matter, digest, html,
        headings, links, search_title, search_headings, search_body)
      select n.organization_id, ${to}::uuid, c.new_id, n.content, n.front_matter, n.digest, n.html,
        n.headings, n.links, n.search_title, n.search_headings, n.search_body
      from doc_page n join doc_copy c on c.old_id = n.id
      where n.organization_id = ${organizationId} and n.version_id = ${from}`,
    sql`insert into doc_snapshot (organization_id, version_id, id, spec_id, spec_version_id, spec_name,
        version_number, endpoint_count, digest, document, group_descriptions)
      select n.organization_id, ${to}::uuid, c.new_id, n.spec_id, n.spec_version_id, n.spec_name,
        n.version_number, n.endpoint_count, n.digest, n.document, n.group_descriptions
      from doc_snapshot n join doc_copy c on c.old_id = n.id
      where n.organization_id = ${organizationId} and n.version_id = ${from}`,
    sql`insert into doc_reference_text (organization_id, version_id, id, path, search_title,
        search_headings, search_body)
      select n.organization_id, ${to}::uuid, c.new_id, n.path, n.search_title, n.search_headings, n.search_body
      from doc_reference_text n join doc_copy c on c.old_id = n.id
      where n.organization_id = ${organizationId} and n.version_id = ${from}`,
    sql`insert into doc_redirect (organization_id, version_id, from_path, node_id)
      select r.organization_id, ${to}::uuid, r.from_path, c.new_id
      from doc_redirect r join doc_copy c on c.old_id = r.node_id
      where r.organization_id = ${organizationId} and r.version_id = ${from}`,
    sql`insert into doc_version_asset (organization_id, version_id, path, digest)
      select organization_id, ${to}::uuid, path, digest from doc_version_asset
      where organization_id = ${organizationId} and version_id = ${from}`,
    sql`insert into doc_synced_file (organization_id, version_id, path, digest)
      select organization_id, ${to}::uuid, path, digest from doc_synced_file
      where organization_id = ${organizationId} and version_id = ${from}`,
    sql`update doc_version set folder_file =
        (select folder_file from doc_version where organization_id = ${organizationId} and id = ${from})
      where organization_id = ${organizationId} and id = ${to}`,
    sql`drop table doc_copy`,
  ];
  for (const statement of statements) await statement.execute(db);
}
