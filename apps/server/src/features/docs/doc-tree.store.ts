import { sql } from "kysely";
import { compileOnce } from "../../platform/database/compile-once.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Place } from "../../domain/docs/node-paths.ts";

const selectNodes = compileOnce((db: Database, organizationId: string, versionId: string) =>
  db
    .selectFrom("docNode")
    .select(["id", "type", "parentId", "slug", "title", "icon", "description"])
    .select(["isSection", "modifiedAt", "rowVersion"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("position")
    .orderBy("id"),
);

const selectEmpty = compileOnce((db: Database, organizationId: string, versionId: string) =>
  db
    .selectFrom("docPage")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("content", "=", "")
    .where("archivedDigest", "is", null),
);

const selectSnapshots = compileOnce((db: Database, organizationId: string, versionId: string) =>
  db
    .selectFrom("docSnapshot")
    .select(["id", "specId", "specName", "versionNumber", "endpointCount"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId),
);

type Snapshot = Awaited<ReturnType<typeof selectSnapshots>>[number];

export type TreeRow = Awaited<ReturnType<typeof selectNodes>>[number] & {
  readonly isEmpty: boolean;
  readonly snapshot: Snapshot | null;
};

/**
 * Every item of a version in the order of its siblings, with the fields of the tree. Joined in the
 * server, because the database has no statistics of a version that was just written, and would scan
 * all of it for each item.
 */
export async function selectTree(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<TreeRow[]> {
  const [nodes, empty, snapshots] = await Promise.all([
    selectNodes(db, organizationId, versionId),
    selectEmpty(db, organizationId, versionId),
    selectSnapshots(db, organizationId, versionId),
  ]);
  const emptyIds = new Set(empty.map(({ id }) => id));
  const byId = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]));
  return nodes.map((node) => ({
    ...node,
    isEmpty: emptyIds.has(node.id),
    snapshot: byId.get(node.id) ?? null,
  }));
}

/** The API references of a version that have a newer published version than the one they show. */
export async function selectOutdated(
  db: Database,
  { organizationId, versionId }: Place,
): Promise<string[]> {
  const rows = await db
    .selectFrom("docSnapshot as s")
    .leftJoin("specVersion as shown", (join) =>
      join
        .onRef("shown.organizationId", "=", "s.organizationId")
        .onRef("shown.id", "=", "s.specVersionId"),
    )
    .select("s.id")
    .where("s.organizationId", "=", organizationId)
    .where("s.versionId", "=", versionId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("specVersion as newer")
          .select("newer.id")
          .whereRef("newer.organizationId", "=", "s.organizationId")
          .whereRef("newer.specId", "=", "s.specId")
          .where("newer.status", "=", "published")
          .where(
            sql<boolean>`newer.published_at > coalesce(shown.published_at, shown.modified_at, '-infinity')
              and newer.id <> s.spec_version_id`,
          ),
      ),
    )
    .orderBy("s.id")
    .execute();
  return rows.map(({ id }) => id);
}
