import { sql, type Selectable } from "kysely";
import type { OpenApiVersion } from "@lintel/openapi/version";
import type { EndpointRow } from "../../platform/database/design-tables.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound } from "../../platform/problem.ts";
import { findSpec, lockDraft, type SeenVersion, type VersionLock } from "./version-sight.ts";

export type StoredEndpointRow = Selectable<EndpointRow>;

/** An endpoint of a specification that a call looks at, with its path. */
export interface SeenEndpoint extends StoredEndpointRow {
  readonly specId: string;
  readonly path: string;
  readonly openapiVersion: OpenApiVersion;
}

interface Wanted {
  readonly specId: string;
  readonly endpointIds: readonly string[];
  readonly versionId?: string | undefined;
  /** Deleted ones instead of those that are there. */
  readonly isDeleted?: boolean;
}

/** The endpoints that are there, in no order; the others are left out. */
export async function findEndpoints(
  context: ProjectContext,
  { specId, endpointIds, versionId, isDeleted = false }: Wanted,
): Promise<SeenEndpoint[]> {
  await findSpec(context, specId);
  const rows = await context.db
    .selectFrom("endpoint as e")
    .innerJoin("specVersion as v", (join) =>
      join.onRef("v.organizationId", "=", "e.organizationId").onRef("v.id", "=", "e.versionId"),
    )
    .innerJoin("pathItem as p", (join) =>
      join
        .onRef("p.organizationId", "=", "e.organizationId")
        .onRef("p.versionId", "=", "e.versionId")
        .onRef("p.id", "=", "e.pathItemId"),
    )
    .selectAll("e")
    .select(["v.specId", "p.path", "v.openapiVersion"])
    .where("e.organizationId", "=", context.organizationId)
    .where("v.specId", "=", specId)
    .where(sql<boolean>`e.id = any(${sql.val([...endpointIds])}::uuid[])`)
    .where("e.deletedAt", isDeleted ? "is not" : "is", null)
    .$if(versionId !== undefined, (query) => query.where("e.versionId", "=", versionId ?? ""))
    .execute();
  return rows.map((row) => ({ ...row, openapiVersion: row.openapiVersion as OpenApiVersion }));
}

/** An endpoint that is about to change, in a draft that stays one until the transaction ends. */
export interface DraftEndpoint {
  readonly endpoint: SeenEndpoint;
  readonly version: SeenVersion;
}

type OneWanted = Omit<Wanted, "endpointIds"> & { readonly endpointId: string };

/**
 * `lock` is `alone` for what other endpoints count in: paths, places and operation ids.
 * @throws Problem NOT_FOUND where the specification (and the version, where it is given) has no
 *   such endpoint, VERSION_LOCKED where its version is published.
 */
export async function lockEndpoint(
  context: ProjectContext,
  wanted: OneWanted,
  lock: VersionLock = "shared",
): Promise<DraftEndpoint> {
  const { endpointId, ...rest } = wanted;
  const [found] = await findEndpoints(context, { ...rest, endpointIds: [endpointId] });
  if (found === undefined) throw notFound("The endpoint");
  const version = await lockDraft(context, found.specId, found.versionId, lock);
  // Edits of one endpoint take turns: what they check of its parts stays true until they end.
  await context.db
    .selectFrom("endpoint")
    .select("id")
    .where("organizationId", "=", context.organizationId)
    .where("id", "=", endpointId)
    .forUpdate()
    .execute();
  const [endpoint] = await findEndpoints(context, { ...rest, endpointIds: [endpointId] });
  if (endpoint === undefined) throw notFound("The endpoint");
  return { endpoint, version };
}
