import { joinDocument } from "@lintel/openapi/design-document";
import { cancelOrphans } from "../../domain/deprecation/cancel-orphans.ts";
import type { VersionPlace } from "../../domain/design/design.types.ts";
import { countEndpoints } from "../../domain/design/endpoint-limit.ts";
import type { VisibleEndpoint } from "../../domain/design/endpoint-visibility.ts";
import { toDocumentColumns } from "../../domain/design/packed-rows.ts";
import { readDesign, readDocument } from "../../domain/design/read-design.ts";
import { deleteUsages } from "../../domain/design/usage-rows.ts";
import { updateDocument } from "../../domain/design/write-design.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { selectEndpointParts } from "./parts/endpoint-parts.store.ts";
import { updateEndpoints } from "./endpoint.store.ts";
import { selectHiddenParameters } from "./path-item.store.ts";

/**
 * Deletes endpoints of a version until they are restored. Their references do not count as uses.
 */
export async function deleteEndpointRows(
  context: ProjectContext,
  place: VersionPlace,
  endpoints: readonly VisibleEndpoint[],
): Promise<void> {
  const { db, now } = context;
  const ids = endpoints.map(({ id }) => id);
  const pathItemIds = [...new Set(endpoints.map(({ pathItemId }) => pathItemId))];
  await updateEndpoints(db, place, ids, { deletedAt: now }, now);
  const keys = { endpointIds: ids, pathItemIds };
  const parts = await selectEndpointParts(db, place.organizationId, keys);
  const own = [
    ...parts.parameters.filter(({ endpointId }) => endpointId !== null),
    ...parts.requestBodies,
    ...parts.responses,
    ...parts.responseHeaders,
    ...parts.mediaTypes,
  ].map(({ id }) => id);
  const hidden = await selectHiddenParameters(db, place, pathItemIds);
  await deleteUsages(db, place, [...ids, ...own, ...hidden]);
  if ((await countEndpoints(context, place)) === 0) await keepPaths(context, place);
  for (const specId of new Set(endpoints.map((endpoint) => endpoint.specId)))
    await cancelOrphans(context, specId);
}

/** Most readers expect `paths`, and OpenAPI 3.0 requires it: an empty `paths` stays at its place. */
async function keepPaths({ db, now }: ProjectContext, place: VersionPlace): Promise<void> {
  const document = await readDocument(db, place);
  // Where the order of members is kept, `paths` is among them if it was ever there.
  if (document.keys !== null) return;
  const names = Object.keys(joinDocument(await readDesign(db, place)));
  if (names.includes("paths")) return;
  const at = names.findLastIndex((name) => ["openapi", "info", "tags"].includes(name)) + 1;
  const keys = names.toSpliced(at, 0, "paths");
  await updateDocument(db, place, toDocumentColumns({ ...document, keys }), now);
}
