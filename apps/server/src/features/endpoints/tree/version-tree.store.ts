import { sql } from "kysely";
import { isMarked } from "../../../domain/deprecation/marked-operations.ts";
import type { VersionPlace } from "../../../domain/design/design.types.ts";
import type { Database } from "../../../platform/database/open-database.ts";

export interface TreeEndpointRow {
  readonly id: string;
  readonly folderId: string | null;
  readonly method: string;
  readonly path: string;
  readonly name: string | null;
  readonly tags: string[];
  readonly isDeprecated: boolean;
  readonly isDeleted: boolean;
  readonly rowVersion: string;
}

/** All endpoints of a version in their order, also deleted ones, with what an outline shows. */
export function selectTreeEndpoints(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  specId: string,
): Promise<TreeEndpointRow[]> {
  return db
    .selectFrom("endpoint as e")
    .innerJoin("pathItem as p", (join) =>
      join
        .onRef("p.organizationId", "=", "e.organizationId")
        .onRef("p.versionId", "=", "e.versionId")
        .onRef("p.id", "=", "e.pathItemId"),
    )
    .select(["e.id", "e.folderId", "e.method", "p.path", "e.tags", "e.rowVersion"])
    .select(sql<string | null>`coalesce(nullif(e.summary, ''), e.operation_id)`.as("name"))
    .select(sql<boolean>`(e.is_deprecated or ${isMarked(sql.val(specId))})`.as("isDeprecated"))
    .select(sql<boolean>`e.deleted_at is not null`.as("isDeleted"))
    .where("e.organizationId", "=", organizationId)
    .where("e.versionId", "=", versionId)
    .orderBy("e.position")
    .orderBy("e.id")
    .execute();
}

export function selectTreeFolders(db: Database, { organizationId, versionId }: VersionPlace) {
  return db
    .selectFrom("specFolder")
    .select(["id", "parentId", "name", "rowVersion"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export function selectTreeTags(db: Database, { organizationId, versionId }: VersionPlace) {
  return db
    .selectFrom("specTag")
    .select("name")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export function selectTreeComponents(db: Database, { organizationId, versionId }: VersionPlace) {
  return db
    .selectFrom("component")
    .select(["id", "kind", "name"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .orderBy("kind")
    .orderBy("position")
    .orderBy("id")
    .execute();
}
