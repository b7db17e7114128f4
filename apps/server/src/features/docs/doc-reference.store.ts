import type { SearchText } from "@lintel/reference/search/list-search-texts";
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { DocNodeRow, DocSnapshotRow } from "../../domain/docs/docs.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Place } from "../../domain/docs/node-paths.ts";

/** An API reference with its place in the tree, without its document. */
export type StoredReference = Selectable<DocNodeRow> &
  Pick<
    Selectable<DocSnapshotRow>,
    "specId" | "specVersionId" | "specName" | "versionNumber" | "endpointCount" | "digest"
  >;

export async function selectReference(
  db: Database,
  place: Place,
  id: string,
): Promise<StoredReference | undefined> {
  return references(db, place).where("n.id", "=", id).executeTakeFirst();
}

/** Every API reference of a version, in the order in which they were made. */
export function selectReferences(db: Database, place: Place): Promise<StoredReference[]> {
  return references(db, place).orderBy("n.createdAt").orderBy("n.id").execute();
}

const references = (db: Database, place: Place) =>
  joinSnapshots(db, place)
    .selectAll("n")
    .select(["s.specId", "s.specVersionId", "s.specName", "s.versionNumber"])
    .select(["s.endpointCount", "s.digest"]);

function joinSnapshots(db: Database, { organizationId, versionId }: Place) {
  return db
    .selectFrom("docNode as n")
    .innerJoin("docSnapshot as s", (join) =>
      join
        .onRef("s.organizationId", "=", "n.organizationId")
        .onRef("s.versionId", "=", "n.versionId")
        .onRef("s.id", "=", "n.id"),
    )
    .where("n.organizationId", "=", organizationId)
    .where("n.versionId", "=", versionId);
}

/** The text of the document, with the slug of its reference. */
export function selectReferenceDocument(
  db: Database,
  place: Place,
  id: string,
): Promise<{ readonly slug: string; readonly document: string } | undefined> {
  return joinSnapshots(db, place)
    .select(["n.slug", "s.document"])
    .where("n.id", "=", id)
    .executeTakeFirst();
}

/** Replaces the search texts of the pages of a reference. */
export async function replaceSearchTexts(
  db: Database,
  { organizationId, versionId }: Place,
  id: string,
  texts: readonly SearchText[],
): Promise<void> {
  await db
    .deleteFrom("docReferenceText")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .execute();
  const column = (name: keyof SearchText) => sql.val(texts.map((text) => text[name]));
  await sql`insert into doc_reference_text
      (organization_id, version_id, id, path, search_title, search_headings, search_body)
    select ${organizationId}::uuid, ${versionId}::uuid, ${id}::uuid, given.*
    from unnest(${column("path")}::text[], ${column("title")}::text[],
      ${column("headings")}::text[], ${column("body")}::text[]) as given`.execute(db);
}

export async function insertSnapshot(
  db: Database,
  values: Insertable<DocSnapshotRow>,
): Promise<void> {
  await db.insertInto("docSnapshot").values(values).execute();
}

export async function updateSnapshot(
  db: Database,
  { organizationId, versionId }: Place,
  id: string,
  change: Updateable<DocSnapshotRow>,
): Promise<void> {
  await db
    .updateTable("docSnapshot")
    .set(change)
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .execute();
}
