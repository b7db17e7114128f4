import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import type { StoredVersion } from "./doc-visibility.ts";

const digestOfContent = sql`encode(sha256(convert_to(content, 'UTF8')), 'hex')`;

/**
 * Stores the texts of a version's pages once for all archived versions, and deletes what is derived
 * from them: HTML, headings, links, search texts; and the earlier texts of its pages. The caller holds the lock of the organization's
 * assets, so that no text is deleted at the same time.
 */
export async function packPages(db: Database, { organizationId, versionId }: Place): Promise<void> {
  const unpacked = sql`organization_id = ${organizationId} and version_id = ${versionId}
    and archived_digest is null and content <> ''`;
  await sql`insert into doc_archived_text (organization_id, digest, content)
    select distinct on (digest) organization_id, digest, content
    from (select organization_id, content, ${digestOfContent} as digest from doc_page
      where ${unpacked}) as page
    on conflict do nothing`.execute(db);
  await sql`update doc_page set archived_digest = ${digestOfContent}, content = '', html = null,
      headings = null, links = null, search_title = '', search_headings = '', search_body = ''
    where ${unpacked}`.execute(db);
  await db
    .deleteFrom("docPageRevision")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .execute();
}

/** The labels of all versions of a documentation. */
export async function selectLabels(
  db: Database,
  { organizationId, documentationId }: StoredVersion,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("docVersion")
    .select("label")
    .where("organizationId", "=", organizationId)
    .where("documentationId", "=", documentationId)
    .execute();
  return new Set(rows.map(({ label }) => label));
}

/** Deletes the replaced versions of a label except the newest ones, and returns them. */
export async function deleteCopies(
  db: Database,
  { organizationId, documentationId, label }: StoredVersion,
  keptCopies: number,
): Promise<string[]> {
  const rows = await db
    .deleteFrom("docVersion")
    .where("organizationId", "=", organizationId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("docVersion")
        .select("id")
        .where("organizationId", "=", organizationId)
        .where("documentationId", "=", documentationId)
        .where("publishedLabel", "=", label)
        .where("isReplaced", "=", true)
        .orderBy("versionNumber", "desc")
        .offset(keptCopies),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

const isUnused = sql<boolean>`not exists (select from doc_page as page
  where page.organization_id = doc_archived_text.organization_id
    and page.archived_digest = doc_archived_text.digest)`;

/** The organizations with texts that no page uses. */
export async function selectWithUnusedTexts(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("docArchivedText")
    .select("organizationId")
    .distinct()
    .where(isUnused)
    .execute();
  return rows.map(({ organizationId }) => organizationId);
}

/** Returns the number of deleted texts. The caller holds the lock of the organization's assets. */
export async function deleteUnusedTexts(db: Database, organizationId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("docArchivedText")
    .where("organizationId", "=", organizationId)
    .where(isUnused)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
