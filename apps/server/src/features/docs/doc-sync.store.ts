import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { StoredFile } from "./doc-files.store.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import type { RenderedColumns } from "../../domain/docs/render-page.ts";
import { pageColumns } from "./page-columns.ts";

/** A page or a folder to write. */
export interface NodeRow {
  readonly id: string;
  readonly type: string;
  readonly parentId: string | null;
  readonly position: number;
  readonly slug: string;
  readonly title: string;
  readonly icon: string | null;
  readonly description: string | null;
  readonly isSection: boolean;
  readonly fileName: string | null;
  readonly fileOrder: number | null;
  readonly folderFile: string | null;
  /** Its content changed, not only its position. */
  readonly isSaid: boolean;
}

export interface PageRow {
  readonly id: string;
  /** The folder of the file. */
  readonly parentId: string | null;
  readonly frontMatter: string | null;
  readonly content: string;
  readonly digest: string;
  readonly title: string;
}

/** The rows of a statement as one parameter. */
const most = 500;

function* batches<T>(rows: readonly T[]): Generator<string> {
  for (let at = 0; at < rows.length; at += most) yield JSON.stringify(rows.slice(at, at + most));
}

const nodeColumns =
  sql.raw(`"id" uuid, "type" text, "parentId" uuid, "position" integer, "slug" text,
  "title" text, "icon" text, "description" text, "isSection" boolean, "fileName" text,
  "fileOrder" integer, "folderFile" text, "isSaid" boolean`);

export async function insertNodes(
  db: Database,
  { organizationId, versionId }: Place,
  rows: readonly NodeRow[],
  now: Date,
): Promise<void> {
  for (const batch of batches(rows)) {
    await sql`insert into doc_node (organization_id, version_id, id, type, parent_id, position, slug,
        title, icon, description, is_section, file_name, file_order, folder_file, created_at, modified_at)
      select ${organizationId}, ${versionId}, "id", "type", "parentId", "position", "slug", "title",
        "icon", "description", "isSection", "fileName", "fileOrder", "folderFile", ${now}, ${now}
      from json_to_recordset(${batch}::json) as given(${nodeColumns})`.execute(db);
  }
}

/** Gives items temporary slugs, so that others can take their slugs in any order. */
export async function parkSlugs(
  db: Database,
  { organizationId, versionId }: Place,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update doc_node set slug = '/' || id
    where organization_id = ${organizationId} and version_id = ${versionId}
      and id = any(${sql.val(ids)}::uuid[])`.execute(db);
}

export async function updateNodes(
  db: Database,
  { organizationId, versionId }: Place,
  rows: readonly NodeRow[],
  now: Date,
): Promise<void> {
  for (const batch of batches(rows)) {
    await sql`update doc_node as item set parent_id = given."parentId", position = given."position",
        slug = given."slug", title = given."title", icon = given."icon",
        description = given."description", is_section = given."isSection",
        file_name = given."fileName", file_order = given."fileOrder",
        folder_file = given."folderFile",
        modified_at = case when given."isSaid" then ${now}::timestamptz else item.modified_at end,
        row_version = item.row_version + given."isSaid"::integer
      from json_to_recordset(${batch}::json) as given(${nodeColumns})
      where item.organization_id = ${organizationId} and item.version_id = ${versionId}
        and item.id = given."id"`.execute(db);
  }
}

const pageRowColumns = sql.raw(`"id" uuid, "content" text, "frontMatter" text, "digest" text,
  "searchTitle" text, "searchBody" text`);

const toColumns = (page: PageRow) => ({ id: page.id, ...pageColumns(page) });

export async function insertPages(
  db: Database,
  { organizationId, versionId }: Place,
  rows: readonly PageRow[],
): Promise<void> {
  for (const batch of batches(rows.map(toColumns))) {
    await sql`insert into doc_page (organization_id, version_id, id, content, front_matter, digest,
        search_title, search_body)
      select ${organizationId}, ${versionId}, "id", "content", "frontMatter", "digest",
        "searchTitle", "searchBody"
      from json_to_recordset(${batch}::json) as given(${pageRowColumns})`.execute(db);
  }
}

export async function updatePages(
  db: Database,
  { organizationId, versionId }: Place,
  rows: readonly PageRow[],
): Promise<void> {
  for (const batch of batches(rows.map(toColumns))) {
    await sql`update doc_page as page set content = given."content",
        front_matter = given."frontMatter", digest = given."digest", html = null, headings = null,
        links = null, search_title = given."searchTitle", search_headings = '',
        search_body = given."searchBody"
      from json_to_recordset(${batch}::json) as given(${pageRowColumns})
      where page.organization_id = ${organizationId} and page.version_id = ${versionId}
        and page.id = given."id"`.execute(db);
  }
}

export interface RenderedRow extends RenderedColumns {
  readonly id: string;
}

const renderedColumns = sql.raw(`"id" uuid, "html" text, "headings" text, "links" text,
  "searchTitle" text, "searchHeadings" text, "searchBody" text`);

export async function updateRendered(
  db: Database,
  { organizationId, versionId }: Place,
  rows: readonly RenderedRow[],
): Promise<void> {
  for (const batch of batches(rows)) {
    await sql`update doc_page as page set html = given."html", headings = given."headings"::json,
        links = given."links"::json, search_title = given."searchTitle",
        search_headings = given."searchHeadings", search_body = given."searchBody"
      from json_to_recordset(${batch}::json) as given(${renderedColumns})
      where page.organization_id = ${organizationId} and page.version_id = ${versionId}
        and page.id = given."id"`.execute(db);
  }
}

export type FileTable = "doc_version_asset" | "doc_synced_file";

/**
 * Changes the rows of a table of files from one state to another. Unchanged rows are not written.
 */
export async function writeFiles(
  db: Database,
  { organizationId, versionId }: Place,
  table: FileTable,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Promise<void> {
  const gone = [...before.keys()].filter((path) => !after.has(path));
  const written = Array.from(after, ([path, digest]) => ({ path, digest })).filter(
    ({ path, digest }) => before.get(path) !== digest,
  );
  const name = sql.raw(table);
  if (gone.length > 0) {
    await sql`delete from ${name} where organization_id = ${organizationId}
      and version_id = ${versionId} and path = any(${sql.val(gone)}::text[])`.execute(db);
  }
  for (const batch of batches<StoredFile>(written)) {
    await sql`insert into ${name} (organization_id, version_id, path, digest)
      select ${organizationId}, ${versionId}, path, digest
      from json_to_recordset(${batch}::json) as given(path text, digest text)
      on conflict (organization_id, version_id, path) do update set digest = excluded.digest`.execute(
      db,
    );
  }
}

export async function updateRootFile(
  db: Database,
  { organizationId, versionId }: Place,
  folderFile: string | null,
): Promise<void> {
  await db
    .updateTable("docVersion")
    .set({ folderFile })
    .where("organizationId", "=", organizationId)
    .where("id", "=", versionId)
    .execute();
}
