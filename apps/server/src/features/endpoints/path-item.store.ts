import { sql, type Selectable, type SqlBool } from "kysely";
import type { JsonObject } from "@lintel/json/value";
import type { PathItemRow } from "../../domain/design/design.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { VersionPlace } from "../../domain/design/design.types.ts";

export type StoredPathItem = Selectable<PathItemRow>;

export function selectPathItem(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  path: string,
): Promise<StoredPathItem | undefined> {
  return db
    .selectFrom("pathItem")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where(sql<SqlBool>`md5(path) = md5(${path})`)
    .where("path", "=", path)
    .executeTakeFirst();
}

export function selectPathItemById(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  id: string,
): Promise<StoredPathItem> {
  return db
    .selectFrom("pathItem")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Adds a path at the end of the version. */
export function insertPathItem(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  item: { readonly id: string; readonly path: string; readonly rest?: JsonObject | null },
): Promise<StoredPathItem> {
  const { id, path, rest = null } = item;
  return db
    .insertInto("pathItem")
    .values((eb) => ({
      organizationId,
      versionId,
      id,
      path,
      rest: rest === null ? null : JSON.stringify(rest),
      keys: null,
      position: eb
        .selectFrom("pathItem")
        .where("organizationId", "=", organizationId)
        .where("versionId", "=", versionId)
        .select(sql<number>`coalesce(max(position), -1) + 1`.as("position")),
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function renamePathItem(
  db: Database,
  { organizationId, versionId, id }: StoredPathItem,
  path: string,
): Promise<void> {
  await db
    .updateTable("pathItem")
    .set({ path })
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .execute();
}

export async function deletePathItem(
  db: Database,
  { organizationId, versionId, id }: StoredPathItem,
): Promise<void> {
  await db
    .deleteFrom("pathItem")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .execute();
}

/** The endpoints of a path, including deleted ones. */
export function selectEndpointsOfPath(
  db: Database,
  { organizationId, versionId, id }: Pick<StoredPathItem, "organizationId" | "versionId" | "id">,
) {
  return db
    .selectFrom("endpoint")
    .select(["id", "method", "deletedAt"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("pathItemId", "=", id)
    .execute();
}

/** Moves endpoints to another path, which does not change their row versions. */
export async function moveUnderPath(
  db: Database,
  { organizationId, versionId, id }: StoredPathItem,
  endpointIds: readonly string[],
  method?: string,
): Promise<void> {
  await db
    .updateTable("endpoint")
    .set({ pathItemId: id, ...(method === undefined ? {} : { method }) })
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where(sql<SqlBool>`id = any(${sql.val([...endpointIds])}::uuid[])`)
    .execute();
}

/** The parameters of paths without endpoints and without other content. */
export async function selectHiddenParameters(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  pathItemIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("parameter as r")
    .innerJoin("pathItem as p", (join) =>
      join
        .onRef("p.organizationId", "=", "r.organizationId")
        .onRef("p.versionId", "=", "r.versionId")
        .onRef("p.id", "=", "r.pathItemId"),
    )
    .select("r.id")
    .where("r.organizationId", "=", organizationId)
    .where("r.versionId", "=", versionId)
    .where(sql<SqlBool>`r.path_item_id = any(${sql.val([...pathItemIds])}::uuid[])`)
    .where("p.rest", "is", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("endpoint as e")
            .select("e.id")
            .whereRef("e.organizationId", "=", "p.organizationId")
            .whereRef("e.versionId", "=", "p.versionId")
            .whereRef("e.pathItemId", "=", "p.id")
            .where("e.deletedAt", "is", null),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
