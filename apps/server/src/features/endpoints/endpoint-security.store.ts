import { sql, type SqlBool } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { VersionPlace } from "../../domain/design/design.types.ts";
import type { StoredAssignment } from "./parts/endpoint-parts.store.ts";

/** The security requirements of endpoints, alternatives in order. */
export function selectAssignments(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  endpointIds: readonly string[],
): Promise<StoredAssignment[]> {
  return db
    .selectFrom("securityAssignment")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where(sql<SqlBool>`endpoint_id = any(${sql.val([...endpointIds])}::uuid[])`)
    .orderBy("alternative")
    .orderBy("position")
    .execute();
}

/** A security scheme of a version. */
export function selectScheme(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  wanted: { readonly id?: string | undefined; readonly name?: string | undefined },
) {
  const { id, name } = wanted;
  return db
    .selectFrom("component")
    .select(["name", "content"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("kind", "=", "securitySchemes")
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .$if(name !== undefined, (query) => query.where("name", "=", name ?? ""))
    .forKeyShare()
    .executeTakeFirst();
}
