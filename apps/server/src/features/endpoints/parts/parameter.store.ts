import { sql } from "kysely";
import type { Json } from "@lintel/json/value";
import type { VersionPlace } from "../../../domain/design/design.types.ts";
import type { Database } from "../../../platform/database/open-database.ts";
import type { VisibleEndpoint } from "../../../domain/design/endpoint-visibility.ts";
import type { StoredParameter } from "./endpoint-parts.store.ts";

/** Parameters of one path depend on each other, so their changes run one after the other. */
export async function lockPath(db: Database, endpoint: VisibleEndpoint): Promise<void> {
  const { organizationId, versionId, pathItemId } = endpoint;
  await db
    .selectFrom("pathItem")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", pathItemId)
    .modifyEnd(sql`for no key update`)
    .execute();
}

/** The own parameters of the other endpoints of a path. */
export function selectSiblingParameters(
  db: Database,
  { organizationId, versionId, pathItemId, id }: VisibleEndpoint,
): Promise<StoredParameter[]> {
  return db
    .selectFrom("parameter as p")
    .innerJoin("endpoint as e", (join) =>
      join
        .onRef("e.organizationId", "=", "p.organizationId")
        .onRef("e.versionId", "=", "p.versionId")
        .onRef("e.id", "=", "p.endpointId"),
    )
    .selectAll("p")
    .where("e.organizationId", "=", organizationId)
    .where("e.versionId", "=", versionId)
    .where("e.pathItemId", "=", pathItemId)
    .where("e.id", "<>", id)
    .where("e.deletedAt", "is", null)
    .execute();
}

/** The contents of a version's reusable parameters by their names. */
export async function selectReusableParameters(
  db: Database,
  { organizationId, versionId }: VersionPlace,
): Promise<ReadonlyMap<string, Json>> {
  const rows = await db
    .selectFrom("component")
    .select(["name", "content"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("kind", "=", "parameters")
    .execute();
  return new Map(rows.map(({ name, content }) => [name, content]));
}
