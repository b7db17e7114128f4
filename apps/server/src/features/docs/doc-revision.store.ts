import { sql, type Selectable } from "kysely";
import { pageContent } from "../../domain/docs/page-content.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage as selectRowsOfPage } from "../../platform/database/select-page.ts";
import type { Paging } from "../../platform/paging.ts";
import type { DocPageRevisionRow } from "./doc.tables.ts";

/** How long further saves by the same person belong to one change. */
const sittingMs = 10 * 60_000;
const keptOfPage = 50;

/** Keeps the present texts of pages before they are replaced, except within one sitting of a person. */
export async function keepRevisions(
  db: Database,
  { organizationId, versionId }: Place,
  ids: readonly string[],
  { changedBy, now }: { readonly changedBy: string | null; readonly now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const sittingFrom = new Date(now.getTime() - sittingMs);
  await db
    .insertInto("docPageRevision")
    .columns([
      "organizationId",
      "versionId",
      "pageId",
      "title",
      "content",
      "writtenBy",
      "writtenAt",
      "replacedAt",
    ])
    .expression((eb) =>
      eb
        .selectFrom("docPage as p")
        .innerJoin("docNode as n", (join) =>
          join
            .onRef("n.organizationId", "=", "p.organizationId")
            .onRef("n.versionId", "=", "p.versionId")
            .onRef("n.id", "=", "p.id"),
        )
        .select(["p.organizationId", "p.versionId", "p.id", "n.title"])
        .select(pageContent("p").as("content"))
        .select(["p.changedBy", "n.modifiedAt"])
        .select(sql<Date>`${now}::timestamptz`.as("replacedAt"))
        .where("p.organizationId", "=", organizationId)
        .where("p.versionId", "=", versionId)
        .where("p.id", "in", ids)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom("docPageRevision as r")
                .select("r.id")
                .whereRef("r.organizationId", "=", "p.organizationId")
                .whereRef("r.versionId", "=", "p.versionId")
                .whereRef("r.pageId", "=", "p.id")
                .where("r.replacedAt", ">", sittingFrom)
                .where(
                  "p.changedBy",
                  "is not distinct from",
                  sql<string | null>`${changedBy}::uuid`,
                ),
            ),
          ),
        ),
    )
    .execute();
  await forgetOldest(db, { organizationId, versionId }, ids);
}

async function forgetOldest(
  db: Database,
  { organizationId, versionId }: Place,
  ids: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("docPageRevision")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom((inner) =>
          inner
            .selectFrom("docPageRevision")
            .select("id")
            .select(
              sql<number>`row_number() over (partition by page_id order by replaced_at desc, id desc)`.as(
                "place",
              ),
            )
            .where("organizationId", "=", organizationId)
            .where("versionId", "=", versionId)
            .where("pageId", "in", ids)
            .as("numbered"),
        )
        .select("numbered.id")
        .where("numbered.place", ">", keptOfPage),
    )
    .execute();
}

/** Says who wrote the present texts of pages. */
export async function markWriter(
  db: Database,
  { organizationId, versionId }: Place,
  ids: readonly string[],
  changedBy: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("docPage")
    .set({ changedBy })
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "in", ids)
    .execute();
}

export type StoredRevision = Selectable<DocPageRevisionRow> & {
  readonly writtenByName: string | null;
};

const ofPage = (db: Database, { organizationId, versionId }: Place, pageId: string) =>
  db
    .selectFrom("docPageRevision as r")
    .leftJoin("userAccount as u", "u.id", "r.writtenBy")
    .where("r.organizationId", "=", organizationId)
    .where("r.versionId", "=", versionId)
    .where("r.pageId", "=", pageId);

/** Without their texts, the newest first. */
export function selectRevisions(db: Database, place: Place, pageId: string, paging: Paging) {
  const newestFirst = ofPage(db, place, pageId)
    .select(["r.id", "r.title", "r.writtenAt", "r.replacedAt", "u.name as writtenByName"])
    .orderBy("r.replacedAt", "desc")
    .orderBy("r.id", "desc");
  return selectRowsOfPage(newestFirst, paging);
}

export function selectRevision(
  db: Database,
  place: Place,
  pageId: string,
  id: string,
): Promise<StoredRevision | undefined> {
  return ofPage(db, place, pageId)
    .selectAll("r")
    .select("u.name as writtenByName")
    .where("r.id", "=", id)
    .executeTakeFirst();
}
