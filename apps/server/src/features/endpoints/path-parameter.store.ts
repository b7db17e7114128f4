import type { Database } from "../../platform/database/open-database.ts";
import type { VersionPlace } from "../../domain/design/design.types.ts";
import type { StoredParameter } from "./parts/endpoint-parts.store.ts";

/** Who owns parameters: an endpoint, or the path that endpoints have in common. */
export type ParameterOwner = Pick<StoredParameter, "endpointId" | "pathItemId">;

export const ofEndpoint = (endpointId: string): ParameterOwner => ({
  endpointId,
  pathItemId: null,
});

export const ofPath = (pathItemId: string): ParameterOwner => ({ endpointId: null, pathItemId });

export function selectOwned(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  { endpointId, pathItemId }: ParameterOwner,
): Promise<StoredParameter[]> {
  return db
    .selectFrom("parameter")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .$if(endpointId !== null, (query) => query.where("endpointId", "=", endpointId))
    .$if(pathItemId !== null, (query) => query.where("pathItemId", "=", pathItemId))
    .orderBy("position")
    .execute();
}
