import type { OpenApiVersion } from "@lintel/contract/words/design";
import { sql, type Selectable } from "kysely";
import type { EndpointRow } from "./design.tables.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound } from "../../platform/problem.ts";
import {
  findSpec,
  needDraft,
  toVisible,
  type VisibleVersion,
  type VersionLock,
} from "./version-visibility.ts";

export type StoredEndpointRow = Selectable<EndpointRow>;

/** An endpoint of a specification that a call looks at, with its path. */
export interface VisibleEndpoint extends StoredEndpointRow {
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
  wanted: Wanted,
): Promise<VisibleEndpoint[]> {
  await findSpec(context, wanted.specId);
  return selectEndpoints(context, wanted);
}

async function selectEndpoints(
  context: ProjectContext,
  { specId, endpointIds, versionId, isDeleted = false }: Wanted,
): Promise<VisibleEndpoint[]> {
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
  readonly endpoint: VisibleEndpoint;
  readonly version: VisibleVersion;
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
  const version = await lockRows(context, wanted, lock);
  if (version === null) {
    await findSpec(context, wanted.specId);
    throw notFound("The endpoint");
  }
  // Read after the lock: what it waited for may have changed the endpoint, or moved it to another path.
  const [endpoint] = await selectEndpoints(context, { ...rest, endpointIds: [endpointId] });
  if (endpoint === undefined) throw notFound("The endpoint");
  return { endpoint, version };
}

/**
 * Locks the version, then the endpoint: edits of one endpoint take turns, so that what they check of
 * its parts stays true until they end. PostgreSQL takes the locks of a row in the order of the clauses.
 */
async function lockRows(
  { db, organizationId, projectId }: ProjectContext,
  { specId, endpointId, versionId }: OneWanted,
  lock: VersionLock,
): Promise<VisibleVersion | null> {
  const row = await db
    .selectFrom("endpoint as e")
    .innerJoin("specVersion as v", (join) =>
      join.onRef("v.organizationId", "=", "e.organizationId").onRef("v.id", "=", "e.versionId"),
    )
    .innerJoin("spec as s", (join) =>
      join.onRef("s.organizationId", "=", "v.organizationId").onRef("s.id", "=", "v.specId"),
    )
    .select(["v.organizationId", "v.id", "v.specId", "v.version", "v.status", "v.openapiVersion"])
    .where("e.organizationId", "=", organizationId)
    .where("e.id", "=", endpointId)
    .where("e.deletedAt", "is", null)
    .where("v.specId", "=", specId)
    .where("s.projectId", "=", projectId)
    .$if(versionId !== undefined, (query) => query.where("e.versionId", "=", versionId ?? ""))
    .modifyEnd(sql`for ${sql.raw(lock === "alone" ? "update" : "share")} of v for update of e`)
    .executeTakeFirst();
  return row === undefined ? null : needDraft(toVisible(row));
}
