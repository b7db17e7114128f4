import { sql, type Insertable, type Selectable } from "kysely";
import type { DocAssetRow } from "../../domain/docs/docs.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import type { Page, Paging } from "../../platform/paging.ts";

type StoredAsset = Selectable<DocAssetRow>;
/** An asset without its bytes. */
export type AssetFacts = Pick<StoredAsset, "digest" | "mediaType" | "size" | "width" | "height">;

const facts = ["a.digest", "a.mediaType", "a.size", "a.width", "a.height"] as const;

/**
 * Locks the organization's assets until the transaction ends. Other calls that add, use or delete
 * bytes wait. Take the lock of the version first.
 */
export async function lockAssets(db: Database, organizationId: string): Promise<void> {
  await db
    .selectFrom("organization")
    .select("id")
    .where("id", "=", organizationId)
    .forNoKeyUpdate()
    .execute();
}

/** A project of an organization. No other project may use its assets. */
export interface ProjectPlace {
  readonly organizationId: string;
  readonly projectId: string;
}

/** Whether the organization has these bytes, for any of its projects. */
export async function isStored(
  db: Database,
  organizationId: string,
  digest: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("docAsset")
    .select("digest")
    .where("organizationId", "=", organizationId)
    .where("digest", "=", digest)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the digests whose bytes the project may use: it uploaded them, or one of its versions
 * uses them. Knowing a digest is not enough.
 */
export async function selectUsable(
  db: Database,
  { organizationId, projectId }: ProjectPlace,
  digests: readonly string[],
): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const { rows } = await sql<{ digest: string }>`
    select asked.digest from unnest(${sql.val([...new Set(digests)])}::text[]) as asked(digest)
    where exists (select from doc_asset_upload as u where u.organization_id = ${organizationId}
        and u.project_id = ${projectId} and u.digest = asked.digest)
      or exists (select from doc_version_asset as used
        join doc_version as v on v.organization_id = used.organization_id and v.id = used.version_id
        join documentation as d on d.organization_id = v.organization_id and d.id = v.documentation_id
        where used.organization_id = ${organizationId} and used.digest = asked.digest
          and d.project_id = ${projectId})`.execute(db);
  return new Set(rows.map(({ digest }) => digest));
}

/** Extends the project's use of bytes by a day. */
export async function putUpload(
  db: Database,
  { organizationId, projectId }: ProjectPlace,
  digest: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto("docAssetUpload")
    .values({ organizationId, projectId, digest, uploadedAt: now })
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "projectId", "digest"]).doUpdateSet({ uploadedAt: now }),
    )
    .execute();
}

/** Total bytes of the assets of an organization. */
export async function sumSizes(db: Database, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom("docAsset")
    .select(sql<string>`coalesce(sum(size), 0)`.as("total"))
    .where("organizationId", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function insertAsset(db: Database, values: Insertable<DocAssetRow>): Promise<void> {
  await db.insertInto("docAsset").values(values).execute();
}

/** Returns the previous digest of the path, or null. */
export async function putVersionAsset(
  db: Database,
  { organizationId, versionId }: Place,
  path: string,
  digest: string,
): Promise<string | null> {
  const before = await db
    .selectFrom("docVersionAsset")
    .select("digest")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("path", "=", path)
    .executeTakeFirst();
  await db
    .insertInto("docVersionAsset")
    .values({ organizationId, versionId, path, digest })
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "versionId", "path"]).doUpdateSet({ digest }),
    )
    .execute();
  return before?.digest ?? null;
}

export function selectVersionAssets(
  db: Database,
  { organizationId, versionId }: Place,
  paging: Paging,
): Promise<Page<AssetFacts & { readonly path: string }>> {
  const assets = db
    .selectFrom("docVersionAsset as v")
    .innerJoin("docAsset as a", (join) =>
      join.onRef("a.organizationId", "=", "v.organizationId").onRef("a.digest", "=", "v.digest"),
    )
    .select(["v.path", ...facts])
    .where("v.organizationId", "=", organizationId)
    .where("v.versionId", "=", versionId)
    .orderBy(sql`v.path collate "C"`);
  return selectPage(assets, paging);
}

/** An asset of the version, with its bytes as uploaded and as readers get them. */
export function selectVersionAsset(
  db: Database,
  { organizationId, versionId }: Place,
  digest: string,
): Promise<
  (Pick<StoredAsset, "mediaType" | "bytes" | "cleanBytes"> & { readonly path: string }) | undefined
> {
  return db
    .selectFrom("docVersionAsset as v")
    .innerJoin("docAsset as a", (join) =>
      join.onRef("a.organizationId", "=", "v.organizationId").onRef("a.digest", "=", "v.digest"),
    )
    .select(["v.path", "a.mediaType", "a.bytes", "a.cleanBytes"])
    .where("v.organizationId", "=", organizationId)
    .where("v.versionId", "=", versionId)
    .where("v.digest", "=", digest)
    .orderBy("v.path")
    .limit(1)
    .executeTakeFirst();
}

/** Returns the digest of the removed path, or null if there was none. */
export async function deleteVersionAsset(
  db: Database,
  { organizationId, versionId }: Place,
  path: string,
): Promise<string | null> {
  const row = await db
    .deleteFrom("docVersionAsset")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("path", "=", path)
    .returning("digest")
    .executeTakeFirst();
  return row?.digest ?? null;
}

const isUnused = sql<boolean>`not exists (select from doc_version_asset as used
  where used.organization_id = doc_asset.organization_id and used.digest = doc_asset.digest)
  and not exists (select from doc_asset_upload as u
  where u.organization_id = doc_asset.organization_id and u.digest = doc_asset.digest)`;

/**
 * Deletes bytes that no version uses and no project uploaded recently. The caller holds the lock of
 * the organization's assets.
 */
export async function deleteUnused(
  db: Database,
  organizationId: string,
  digest: string,
): Promise<void> {
  await db
    .deleteFrom("docAsset")
    .where("organizationId", "=", organizationId)
    .where("digest", "=", digest)
    .where(isUnused)
    .execute();
}

/** Deletes the uploads before an instant, and with them the right to use the bytes. */
export async function deleteUploads(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("docAssetUpload").where("uploadedAt", "<", before).execute();
}

/** The organizations with unused bytes that were stored before an instant. */
export async function selectWasteful(db: Database, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("docAsset")
    .select("organizationId")
    .distinct()
    .where("createdAt", "<", before)
    .where(isUnused)
    .execute();
  return rows.map(({ organizationId }) => organizationId);
}

/** Returns the number of deleted assets. The caller holds the lock of the organization's assets. */
export async function deleteWaste(
  db: Database,
  organizationId: string,
  before: Date,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("docAsset")
    .where("organizationId", "=", organizationId)
    .where("createdAt", "<", before)
    .where(isUnused)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
