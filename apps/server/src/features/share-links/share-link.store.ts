import type { Insertable, Selectable } from "kysely";
import type { VersionPlace } from "../../domain/design/design.types.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Paging } from "../../platform/paging.ts";
import type { ShareLinkRow } from "./share-link.tables.ts";

export type StoredShareLink = Selectable<ShareLinkRow>;

const ofVersion = (db: Database, { organizationId, versionId }: VersionPlace) =>
  db
    .selectFrom("shareLink")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId);

/** The newest first. */
export function selectShareLinks(db: Database, place: VersionPlace, paging: Paging) {
  const newestFirst = ofVersion(db, place).orderBy("createdAt", "desc").orderBy("id", "desc");
  return selectPage(newestFirst, paging);
}

export function selectShareLink(
  db: Database,
  place: VersionPlace,
  id: string,
): Promise<StoredShareLink | undefined> {
  return ofVersion(db, place).where("id", "=", id).executeTakeFirst();
}

/** The link of a token that is neither revoked nor expired. */
export function selectOpenLink(
  db: Database,
  digest: string,
  now: Date,
): Promise<StoredShareLink | undefined> {
  return db
    .selectFrom("shareLink")
    .selectAll()
    .where("digest", "=", digest)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

export function insertShareLink(
  db: Database,
  row: Insertable<ShareLinkRow>,
): Promise<StoredShareLink> {
  return db.insertInto("shareLink").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function markLinkRevoked(
  db: Database,
  { organizationId, id }: StoredShareLink,
  now: Date,
): Promise<void> {
  await db
    .updateTable("shareLink")
    .set({ revokedAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .execute();
}

/** What the public page shows of a version: neither internal notes nor ids. */
export function selectSharedVersion(db: Database, { organizationId, versionId }: VersionPlace) {
  return db
    .selectFrom("specVersion as v")
    .innerJoin("spec as s", (join) =>
      join.onRef("s.organizationId", "=", "v.organizationId").onRef("s.id", "=", "v.specId"),
    )
    .select(["s.name as spec", "v.version", "v.title", "v.description", "v.status"])
    .where("v.organizationId", "=", organizationId)
    .where("v.id", "=", versionId)
    .executeTakeFirst();
}

export function selectSharedEndpoints(db: Database, { organizationId, versionId }: VersionPlace) {
  return db
    .selectFrom("endpoint as e")
    .innerJoin("pathItem as p", (join) =>
      join
        .onRef("p.organizationId", "=", "e.organizationId")
        .onRef("p.versionId", "=", "e.versionId")
        .onRef("p.id", "=", "e.pathItemId"),
    )
    .select(["p.path", "e.method", "e.summary", "e.description", "e.isDeprecated"])
    .where("e.organizationId", "=", organizationId)
    .where("e.versionId", "=", versionId)
    .where("e.deletedAt", "is", null)
    .orderBy("p.position")
    .orderBy("e.position")
    .orderBy("e.id")
    .execute();
}
