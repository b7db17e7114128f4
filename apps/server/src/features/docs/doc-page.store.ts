import type { Insertable, Selectable, Updateable } from "kysely";
import type { DocNodeRow, DocPageRow } from "../../domain/docs/docs.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { wholeText } from "./doc-files.store.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { pageContent } from "../../domain/docs/page-content.ts";

/** A page with its place in the tree and its lock. */
export type StoredPage = Selectable<DocNodeRow> &
  Pick<
    Selectable<DocPageRow>,
    "content" | "frontMatter" | "digest" | "lockId" | "lockedBy" | "lockedSince" | "lockExpiresAt"
  > & { readonly lockedByName: string | null };

export function selectPage(
  db: Database,
  { organizationId, versionId }: Place,
  id: string,
): Promise<StoredPage | undefined> {
  return db
    .selectFrom("docNode as n")
    .innerJoin("docPage as p", (join) =>
      join
        .onRef("p.organizationId", "=", "n.organizationId")
        .onRef("p.versionId", "=", "n.versionId")
        .onRef("p.id", "=", "n.id"),
    )
    .leftJoin("userAccount as u", "u.id", "p.lockedBy")
    .selectAll("n")
    .select(["p.digest", wholeText("p.front_matter").as("frontMatter")])
    .select(pageContent("p").as("content"))
    .select(["p.lockId", "p.lockedBy", "p.lockedSince", "p.lockExpiresAt"])
    .select("u.name as lockedByName")
    .where("n.organizationId", "=", organizationId)
    .where("n.versionId", "=", versionId)
    .where("n.id", "=", id)
    .executeTakeFirst();
}

export async function insertPage(db: Database, values: Insertable<DocPageRow>): Promise<void> {
  await db.insertInto("docPage").values(values).execute();
}

export async function updatePage(
  db: Database,
  { organizationId, versionId }: Place,
  id: string,
  change: Updateable<DocPageRow>,
): Promise<void> {
  await db
    .updateTable("docPage")
    .set(change)
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .execute();
}

/**
 * Clears the rendered HTML of pages with embeds, so that they are rendered again at the next read.
 * This includes pages that show the text of an embed as code.
 */
export async function forgetEmbeds(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<void> {
  await db
    .updateTable("docPage")
    .set({ html: null })
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("content", "~*", String.raw`\{\{[ \t]*(endpoint|schema)[ \t]`)
    .execute();
}

export interface StoredLock {
  readonly id: string;
  readonly title: string;
  readonly lockedByName: string | null;
  readonly lockedSince: Date | null;
}

/** The pages that are locked at this moment. */
export function selectLocks(
  db: Database,
  { organizationId, versionId }: Place,
  ids: readonly string[],
  now: Date,
): Promise<StoredLock[]> {
  return db
    .selectFrom("docPage as p")
    .innerJoin("docNode as n", (join) =>
      join
        .onRef("n.organizationId", "=", "p.organizationId")
        .onRef("n.versionId", "=", "p.versionId")
        .onRef("n.id", "=", "p.id"),
    )
    .leftJoin("userAccount as u", "u.id", "p.lockedBy")
    .select(["p.id", "n.title", "u.name as lockedByName", "p.lockedSince"])
    .where("p.organizationId", "=", organizationId)
    .where("p.versionId", "=", versionId)
    .where("p.id", "in", ids)
    .where("p.lockExpiresAt", ">", now)
    .execute();
}
