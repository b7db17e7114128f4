import { sql, type Selectable } from "kysely";
import { deprecationStampOf } from "../../domain/deprecation/published-deprecations.ts";
import type { DocAssetRow } from "../../domain/docs/docs.tables.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { pageContent } from "../../domain/docs/page-content.ts";
import type { ListedSite, ReaderPage, SiteNode, SiteRow, StoredReference } from "./site.types.ts";
import type { Database } from "../../platform/database/open-database.ts";

const sites = (db: Database) =>
  db
    .selectFrom("organization as o")
    .innerJoin("documentation as d", "d.organizationId", "o.id")
    .innerJoin("docVersion as v", (join) =>
      join
        .onRef("v.organizationId", "=", "d.organizationId")
        .onRef("v.documentationId", "=", "d.id"),
    )
    .select(["d.organizationId", "d.projectId", "d.id as documentationId", "d.name", "d.logoUrl"])
    .select(["d.faviconUrl", "d.typeface", "v.folderFile"])
    .select(["d.primaryColor", "v.id as versionId", "v.label", "v.status", "v.visibility"])
    .select(["v.treeVersion", "v.publishedAt", "d.allowsExternalImages"])
    .select(deprecationStampOf("v").as("deprecationStamp"))
    .where("d.portalEnabled", "=", true);

/** The published versions of a documentation, the newest first. */
export function selectSite(
  db: Database,
  organizationSlug: string,
  documentationSlug: string,
): Promise<SiteRow[]> {
  return sites(db)
    .where("o.slug", "=", organizationSlug)
    .where("d.slug", "=", documentationSlug)
    .where("v.status", "=", "published")
    .orderBy("v.publishedAt", "desc")
    .orderBy("v.versionNumber", "desc")
    .execute();
}

/** One version of a documentation in any status. */
export function selectVersionOfSite(
  db: Database,
  organizationSlug: string,
  documentationSlug: string,
  versionId: string,
): Promise<SiteRow | undefined> {
  return sites(db)
    .where("o.slug", "=", organizationSlug)
    .where("d.slug", "=", documentationSlug)
    .where("v.id", "=", versionId)
    .executeTakeFirst();
}

/**
 * The documentations that anyone may read, by organization and name.
 *
 * @param organizationSlug - null: of all organizations of the region
 */
export function selectPublicSites(
  db: Database,
  organizationSlug: string | null,
  take: number,
): Promise<ListedSite[]> {
  return db
    .selectFrom("organization as o")
    .innerJoin("documentation as d", "d.organizationId", "o.id")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("docVersion as v")
          .select(["v.label as version", "v.publishedAt"])
          .whereRef("v.organizationId", "=", "d.organizationId")
          .whereRef("v.documentationId", "=", "d.id")
          .where("v.status", "=", "published")
          .where("v.visibility", "=", "public")
          .orderBy("v.publishedAt", (order) => order.desc().nullsLast())
          .limit(1)
          .as("newest"),
      (join) => join.onTrue(),
    )
    .select(["o.slug as organizationSlug", "o.name as organizationName", "d.slug", "d.name"])
    .select(["newest.version", "newest.publishedAt"])
    .$if(organizationSlug !== null, (query) => query.where("o.slug", "=", organizationSlug))
    .where("d.portalEnabled", "=", true)
    .orderBy(sql`lower(o.name)`)
    .orderBy("o.slug")
    .orderBy(sql`lower(d.name)`)
    .orderBy("d.slug")
    .limit(take)
    .execute();
}

/** Every item of a version in the order of its siblings. */
export function selectNodes(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<SiteNode[]> {
  return db
    .selectFrom("docNode")
    .select(["id", "type", "parentId", "slug", "title", "icon", "description"])
    .select(["isSection", "fileName", "modifiedAt"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export function selectReaderPage(
  db: Database,
  { organizationId, versionId }: Place,
  id: string,
): Promise<ReaderPage | undefined> {
  return db
    .selectFrom("docPage as p")
    .select(["p.id", "p.html", "p.headings", "p.links", "p.frontMatter"])
    .select(pageContent("p").as("content"))
    .where("p.organizationId", "=", organizationId)
    .where("p.versionId", "=", versionId)
    .where("p.id", "=", id)
    .executeTakeFirst();
}

/** The Markdown of the given pages of a version. */
export function selectContents(
  db: Database,
  { organizationId, versionId }: Place,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly content: string }[]> {
  return db
    .selectFrom("docPage as p")
    .select(["p.id", pageContent("p").as("content")])
    .where("p.organizationId", "=", organizationId)
    .where("p.versionId", "=", versionId)
    .where("p.id", "in", ids)
    .execute();
}

/** The document of an API reference, and the descriptions of its groups. */
export function selectReference(
  db: Database,
  { organizationId, versionId }: Place,
  id: string,
): Promise<StoredReference | undefined> {
  return db
    .selectFrom("docSnapshot")
    .select(["specId", "specVersionId", "document", "groupDescriptions"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Counts a reader's vote on a page. */
export async function addVote(
  db: Database,
  { organizationId, documentationId }: Pick<SiteRow, "organizationId" | "documentationId">,
  path: string,
  isHelpful: boolean,
): Promise<void> {
  const counted = isHelpful ? { helpful: 1, notHelpful: 0 } : { helpful: 0, notHelpful: 1 };
  await db
    .insertInto("docPageVote")
    .values({ organizationId, documentationId, path, ...counted })
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "documentationId", "path"]).doUpdateSet({
        helpful: sql`doc_page_vote.helpful + ${counted.helpful}`,
        notHelpful: sql`doc_page_vote.not_helpful + ${counted.notHelpful}`,
      }),
    )
    .execute();
}

/** The item that an old address redirects to. */
export async function selectRedirect(
  db: Database,
  { organizationId, versionId }: Place,
  fromPath: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("docRedirect")
    .select("nodeId")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("fromPath", "=", fromPath)
    .executeTakeFirst();
  return row?.nodeId;
}

/** A file of a version by its path. */
export function selectAsset(
  db: Database,
  { organizationId, versionId }: Place,
  path: string,
): Promise<Pick<Selectable<DocAssetRow>, "digest" | "mediaType" | "bytes"> | undefined> {
  return (
    db
      .selectFrom("docVersionAsset as u")
      .innerJoin("docAsset as a", (join) =>
        join.onRef("a.organizationId", "=", "u.organizationId").onRef("a.digest", "=", "u.digest"),
      )
      .select(["a.digest", "a.mediaType"])
      // For an SVG, the cleaned bytes.
      .select((eb) => eb.fn.coalesce("a.cleanBytes", "a.bytes").as("bytes"))
      .where("u.organizationId", "=", organizationId)
      .where("u.versionId", "=", versionId)
      .where("u.path", "=", path)
      .executeTakeFirst()
  );
}
