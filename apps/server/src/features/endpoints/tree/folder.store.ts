import { sql, type Selectable, type SqlBool, type Updateable } from "kysely";
import type { SpecFolderRow } from "../../../domain/design/design.tables.ts";
import type { Database } from "../../../platform/database/open-database.ts";
import type { VersionPlace } from "../../../domain/design/design.types.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import { notFound } from "../../../platform/problem.ts";

export type StoredFolder = Selectable<SpecFolderRow>;
export type CountedFolder = StoredFolder & { readonly endpointCount: string };

/** All folders of a version, siblings in order, each with the number of its endpoints. */
export function selectFolders(
  db: Database,
  { organizationId, versionId }: VersionPlace,
): Promise<CountedFolder[]> {
  return db
    .selectFrom("specFolder as f")
    .leftJoin(
      (eb) =>
        eb
          .selectFrom("endpoint")
          .select((each) => ["folderId", each.fn.countAll<string>().as("count")])
          .where("organizationId", "=", organizationId)
          .where("versionId", "=", versionId)
          .where("deletedAt", "is", null)
          .where("folderId", "is not", null)
          .groupBy("folderId")
          .as("filed"),
      (join) => join.onRef("filed.folderId", "=", "f.id"),
    )
    .selectAll("f")
    .select((eb) => eb.fn.coalesce("filed.count", sql<string>`0`).as("endpointCount"))
    .where("f.organizationId", "=", organizationId)
    .where("f.versionId", "=", versionId)
    .orderBy("f.position")
    .orderBy("f.id")
    .execute();
}

/** @throws Problem NOT_FOUND if the version has no such folder. */
export async function needFolder(
  { db }: ProjectContext,
  { organizationId, versionId }: VersionPlace,
  id: string,
): Promise<StoredFolder> {
  const row = await db
    .selectFrom("specFolder")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw notFound("The folder");
  return row;
}

export async function insertFolder(
  db: Database,
  folder: Omit<StoredFolder, "createdAt" | "modifiedAt" | "rowVersion">,
  now: Date,
): Promise<void> {
  await db
    .insertInto("specFolder")
    .values({ ...folder, createdAt: now, modifiedAt: now, rowVersion: 1 })
    .execute();
}

/** Changes a folder and increments its row version. */
export async function updateFolderRow(
  db: Database,
  { organizationId, versionId, id }: StoredFolder,
  change: Pick<Updateable<SpecFolderRow>, "name" | "description" | "parentId">,
  now: Date,
): Promise<void> {
  await db
    .updateTable("specFolder")
    .set({ ...change, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .execute();
}

/** Sets the positions of folders to their indexes in the list, from 0. */
export async function orderFolders(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  ids: readonly string[],
): Promise<void> {
  await sql`update spec_folder as item set position = given.position - 1
    from unnest(${sql.val([...ids])}::uuid[]) with ordinality as given(id, position)
    where item.organization_id = ${organizationId} and item.version_id = ${versionId}
      and item.id = given.id and item.position <> given.position - 1`.execute(db);
}

/** Moves folders below another one, or to the root. */
export async function moveFolders(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  ids: readonly string[],
  parentId: string | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable("specFolder")
    .set({ parentId, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where(sql<SqlBool>`id = any(${sql.val([...ids])}::uuid[])`)
    .execute();
}

/** Moves the endpoints of a folder, including deleted ones, to another one or to the root. */
export async function refileEndpoints(
  db: Database,
  { organizationId, versionId, id, parentId }: StoredFolder,
  now: Date,
): Promise<void> {
  await db
    .updateTable("endpoint")
    .set({ folderId: parentId, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("folderId", "=", id)
    .execute();
}

export async function deleteFolderRow(
  db: Database,
  { organizationId, versionId, id }: StoredFolder,
): Promise<void> {
  await db
    .deleteFrom("specFolder")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .execute();
}
