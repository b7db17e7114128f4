import type { DocPageFeedback } from "@lintel/contract/shapes/docs";
import { sql, type Insertable, type Updateable } from "kysely";
import type { DocumentationRow } from "../../domain/docs/docs.tables.ts";
import type { Paging } from "../../platform/paging.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { StoredDocumentation, StoredVersion } from "./doc-visibility.ts";

export function selectDocumentations(
  db: Database,
  organizationId: string,
  projectId: string,
): Promise<StoredDocumentation[]> {
  return db
    .selectFrom("documentation")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();
}

/** The versions of several documentations, the newest first. */
export async function selectVersionsOf(
  db: Database,
  organizationId: string,
  documentationIds: readonly string[],
): Promise<StoredVersion[]> {
  if (documentationIds.length === 0) return [];
  return db
    .selectFrom("docVersion")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("documentationId", "in", documentationIds)
    .orderBy("versionNumber", "desc")
    .execute();
}

export async function selectOrganizationSlug(
  db: Database,
  organizationId: string,
): Promise<string> {
  const row = await db
    .selectFrom("organization")
    .select("slug")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return row.slug;
}

/** Slugs are unique in an organization, because the portal's addresses begin with them. */
export async function selectSlugs(db: Database, organizationId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("documentation")
    .select("slug")
    .where("organizationId", "=", organizationId)
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}

/** The readers' votes, the pages with the most votes first. */
export async function selectVotes(
  db: Database,
  { organizationId, id }: StoredDocumentation,
  { skip, take }: Paging,
): Promise<{ readonly items: DocPageFeedback[]; readonly totalCount: number }> {
  const votes = db
    .selectFrom("docPageVote")
    .where("organizationId", "=", organizationId)
    .where("documentationId", "=", id);
  const items = await votes
    .select(["path", "helpful", "notHelpful"])
    .orderBy(sql`helpful + not_helpful`, "desc")
    .orderBy(sql`path collate "C"`)
    .offset(skip)
    .limit(take)
    .execute();
  const { count } = await votes
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return { items, totalCount: Number(count) };
}

export function insertDocumentation(
  db: Database,
  values: Insertable<DocumentationRow>,
): Promise<StoredDocumentation> {
  return db.insertInto("documentation").values(values).returningAll().executeTakeFirstOrThrow();
}

/** Undefined if it was deleted or changed after it was read. */
export function updateDocumentationRow(
  db: Database,
  { organizationId, id, rowVersion }: StoredDocumentation,
  change: Updateable<DocumentationRow>,
): Promise<StoredDocumentation | undefined> {
  return db
    .updateTable("documentation")
    .set({ ...change, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("rowVersion", "=", rowVersion)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteDocumentationRow(
  db: Database,
  { organizationId, id }: StoredDocumentation,
): Promise<void> {
  await db
    .deleteFrom("documentation")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
