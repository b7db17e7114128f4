import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { DocNodeRow } from "../../domain/docs/docs.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { PathNode, Place } from "../../domain/docs/node-paths.ts";

export type StoredNode = Selectable<DocNodeRow>;

const parentIs = (parentId: string | null) =>
  parentId === null ? sql<boolean>`parent_id is null` : sql<boolean>`parent_id = ${parentId}`;

export function selectNode(
  db: Database,
  { organizationId, versionId }: Place,
  id: string,
): Promise<StoredNode | undefined> {
  return db
    .selectFrom("docNode")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The items of a folder, or of the root, in their order. */
export function selectChildren(
  db: Database,
  { organizationId, versionId }: Place,
  parentId: string | null,
): Promise<Pick<StoredNode, "id" | "slug" | "type">[]> {
  return db
    .selectFrom("docNode")
    .select(["id", "slug", "type"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where(parentIs(parentId))
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export function selectPathNodes(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<PathNode[]> {
  return db
    .selectFrom("docNode")
    .select(["id", "type", "parentId", "slug"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .execute();
}

/** Adds an item at the end of its folder. */
export function insertNode(
  db: Database,
  values: Omit<Insertable<DocNodeRow>, "position">,
): Promise<StoredNode> {
  return db
    .insertInto("docNode")
    .values((eb) => ({
      ...values,
      position: eb
        .selectFrom("docNode")
        .where("organizationId", "=", values.organizationId)
        .where("versionId", "=", values.versionId)
        .where(parentIs(values.parentId ?? null))
        .select(sql<number>`coalesce(max(position), -1) + 1`.as("position")),
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateNode(
  db: Database,
  { organizationId, versionId, id }: StoredNode,
  change: Updateable<DocNodeRow>,
): Promise<StoredNode> {
  return db
    .updateTable("docNode")
    .set({ ...change, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Moves items into a folder in the order of the list. The position is not part of an item's row
 * version.
 */
export async function placeNodes(
  db: Database,
  { organizationId, versionId }: Place,
  parentId: string | null,
  ids: readonly string[],
): Promise<void> {
  await sql`update doc_node as item set position = given.position - 1, parent_id = ${parentId}::uuid
    from unnest(${sql.val(ids)}::uuid[]) with ordinality as given(id, position)
    where item.organization_id = ${organizationId} and item.version_id = ${versionId}
      and item.id = given.id`.execute(db);
}

/** Deletes items with their content. */
export async function deleteNodes(
  db: Database,
  { organizationId, versionId }: Place,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom("docNode")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "in", ids)
    .execute();
}

/**
 * Stores redirects from old addresses. If a path was an old address before, it now leads to the
 * item that had it last.
 */
export async function insertRedirects(
  db: Database,
  { organizationId, versionId }: Place,
  redirects: readonly { readonly fromPath: string; readonly nodeId: string }[],
): Promise<void> {
  if (redirects.length === 0) return;
  await db
    .insertInto("docRedirect")
    .values(redirects.map((redirect) => ({ organizationId, versionId, ...redirect })))
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "versionId", "fromPath"])
        .doUpdateSet((eb) => ({ nodeId: eb.ref("excluded.nodeId") })),
    )
    .execute();
}
