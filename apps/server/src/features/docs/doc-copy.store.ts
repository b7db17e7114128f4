import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { pageContent } from "../../domain/docs/page-content.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import type { PageRow } from "./doc-sync.store.ts";

export async function selectNodeIds(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<string[]> {
  const rows = await db
    .selectFrom("docNode")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The items of a version, and the ids that they have in its copy. */
export interface CopiedIds {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Copies everything in a version into another one, under new ids. Locks are not copied, because
 * they belong to someone who edits the original.
 */
export async function copyContents(
  db: Database,
  { organizationId, from, to }: { organizationId: string; from: string; to: string },
  { before, after }: CopiedIds,
): Promise<void> {
  const statements = [
    // Dropped with the transaction.
    sql`create temporary table doc_copy (old_id uuid primary key, new_id uuid not null) on commit drop`,
    sql`insert into doc_copy
      select * from unnest(${sql.val(before)}::uuid[], ${sql.val(after)}::uuid[])`,
    sql`insert into doc_node (organization_id, version_id, id, type, parent_id, position, slug, title,
        icon, description, is_section, file_name, file_order, folder_file, created_at, modified_at, row_version)
      select n.organization_id, ${to}::uuid, c.new_id, n.type, p.new_id, n.position, n.slug, n.title,
        n.icon, n.description, n.is_section, n.file_name, n.file_order, n.folder_file, n.created_at, n.modified_at, 1
      from doc_node n join doc_copy c on c.old_id = n.id left join doc_copy p on p.old_id = n.parent_id
      where n.organization_id = ${organizationId} and n.version_id = ${from}`,
    sql`insert into doc_page (organization_id, version_id, id, content, front_matter, digest, html,
        headings, links, search_title, search_headings, search_body)
      select n.organization_id, ${to}::uuid, c.new_id, ${pageContent("n")}, n.front_matter, n.digest, n.html,
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

/** Every page of a version as it is to be rendered. */
export function selectPageRows(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<PageRow[]> {
  return db
    .selectFrom("docPage as p")
    .innerJoin("docNode as n", (join) =>
      join
        .onRef("n.organizationId", "=", "p.organizationId")
        .onRef("n.versionId", "=", "p.versionId")
        .onRef("n.id", "=", "p.id"),
    )
    .select(["p.id", "n.parentId", "p.frontMatter", "p.content", "p.digest", "n.title"])
    .where("p.organizationId", "=", organizationId)
    .where("p.versionId", "=", versionId)
    .execute();
}
