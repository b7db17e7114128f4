import { sql, type Insertable, type Selectable } from "kysely";
import type { DocAssetRow } from "../../platform/database/docs-tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Place } from "../../platform/docs/node-paths.ts";

type StoredAsset = Selectable<DocAssetRow>;
/** All that is known of an asset, without its bytes. */
export type AssetFacts = Pick<StoredAsset, "digest" | "mediaType" | "size" | "width" | "height">;

const facts = ["a.digest", "a.mediaType", "a.size", "a.width", "a.height"] as const;

/**
 * Holds the organization's assets as they are until the transaction ends: whoever adds or uses bytes,
 * or takes away those that nothing uses, waits. To be called after the version's own lock.
 */
export async function lockAssets(db: Database, organizationId: string): Promise<void> {
  await db
    .selectFrom("organization")
    .select("id")
    .where("id", "=", organizationId)
    .forNoKeyUpdate()
    .execute();
}

/** Those of the digests whose bytes the organization has. */
export async function selectPresent(
  db: Database,
  organizationId: string,
  digests: readonly string[],
): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const rows = await db
    .selectFrom("docAsset")
    .select("digest")
    .where("organizationId", "=", organizationId)
    .where(sql<boolean>`digest = any(${sql.val([...digests])}::text[])`)
    .execute();
  return new Set(rows.map(({ digest }) => digest));
}

/** Bytes that all assets of an organization have together. */
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

/** Gives bytes that are there another day until something uses them. */
export async function renewAsset(
  db: Database,
  organizationId: string,
  digest: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("docAsset")
    .set({ createdAt: now })
    .where("organizationId", "=", organizationId)
    .where("digest", "=", digest)
    .execute();
}

/** The digest that stood at the path before; null where there was none. */
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
): Promise<(AssetFacts & { readonly path: string })[]> {
  return db
    .selectFrom("docVersionAsset as v")
    .innerJoin("docAsset as a", (join) =>
      join.onRef("a.organizationId", "=", "v.organizationId").onRef("a.digest", "=", "v.digest"),
    )
    .select(["v.path", ...facts])
    .where("v.organizationId", "=", organizationId)
    .where("v.versionId", "=", versionId)
    .orderBy(sql`v.path collate "C"`)
    .execute();
}

/** An asset that the version uses, with its bytes as given and as readers get them. */
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

/** The digest that stood at the path; null where nothing did. */
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
  where used.organization_id = doc_asset.organization_id and used.digest = doc_asset.digest)`;

/** Takes away bytes that no version uses; the organization's assets are locked. */
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

/** The organizations with bytes that no version uses and that came before an instant. */
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

/** How many were taken away; the organization's assets are locked. */
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
