import { sql, type Selectable } from "kysely";
import type { DocAssetRow } from "../../platform/database/docs-tables.ts";
import type { Place } from "../../platform/docs/node-paths.ts";
import type { ReaderPage, SiteNode, SiteRow, StoredReference } from "./site.types.ts";
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
    .select(["d.organizationId", "d.id as documentationId", "d.name", "d.logoUrl"])
    .select(["d.primaryColor", "v.id as versionId", "v.label", "v.status", "v.visibility"])
    .select(["v.treeVersion", "v.publishedAt"])
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

/** One version of a documentation, whatever its status. */
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

/** The documentations of an organization that anyone may read. */
export function selectPublicSites(
  db: Database,
  organizationSlug: string,
): Promise<{ readonly slug: string; readonly name: string }[]> {
  return db
    .selectFrom("organization as o")
    .innerJoin("documentation as d", "d.organizationId", "o.id")
    .select(["d.slug", "d.name"])
    .where("o.slug", "=", organizationSlug)
    .where("d.portalEnabled", "=", true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("docVersion as v")
          .select("v.id")
          .whereRef("v.organizationId", "=", "d.organizationId")
          .whereRef("v.documentationId", "=", "d.id")
          .where("v.status", "=", "published")
          .where("v.visibility", "=", "public"),
      ),
    )
    .orderBy(sql`lower(d.name)`)
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
    .select(["isSection", "modifiedAt"])
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
    .selectFrom("docPage")
    .select(["id", "content", "html", "headings", "links"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** All pages of a version, for those who take it as one text. */
export function selectAllPages(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<{ readonly id: string; readonly content: string }[]> {
  return db
    .selectFrom("docPage")
    .select(["id", "content"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .execute();
}

/** The document of an API reference, and what introduces its groups. */
export function selectReference(
  db: Database,
  { organizationId, versionId }: Place,
  id: string,
): Promise<StoredReference | undefined> {
  return db
    .selectFrom("docSnapshot")
    .select(["document", "groupDescriptions"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The item that an old address leads to. */
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
      // Of a drawing, what is left of it without all that acts.
      .select((eb) => eb.fn.coalesce("a.cleanBytes", "a.bytes").as("bytes"))
      .where("u.organizationId", "=", organizationId)
      .where("u.versionId", "=", versionId)
      .where("u.path", "=", path)
      .executeTakeFirst()
  );
}
