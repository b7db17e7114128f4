import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  bulkUpdateEndpoints,
  moveEndpointToFolder,
} from "@lintel/contract/operations/endpoint";
import { needIn } from "../../platform/credentials/authorize.ts";
import { checkOrder } from "../../platform/database/order.ts";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import {
  findEndpoints,
  lockEndpoint,
  type VisibleEndpoint,
} from "../../domain/design/endpoint-visibility.ts";
import { lockDraft, type VisibleVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { invalid, notFound } from "../../platform/problem.ts";
import { deleteEndpointRows } from "./delete-endpoints.ts";
import { selectPlaces, updateEndpoints, updatePositions } from "./endpoint.store.ts";
import { needFolder } from "./tree/folder.store.ts";
import { readIds, readOrder } from "./id-list.rules.ts";
import { ofEndpoint } from "./of-endpoint.ts";
import { readEndpoint } from "./read-endpoint.service.ts";

type Input = InputOf<typeof bulkUpdateEndpoints>;
type Done = OutputOf<typeof bulkUpdateEndpoints>;

/** Applies one action to endpoints of one version, to all or none, with one audit entry. */
export async function updateInBulk(context: ProjectContext, input: Input): Promise<Done> {
  const { specId, action, folderId } = input;
  if (action === "delete") {
    needIn(context.principal, context.projectId, "specs:delete");
    if (folderId !== undefined) throw refuse("folderId", "Deleting takes no folder: leave it out.");
  }
  // A repeated id is refused for an order. For other actions it has no effect.
  const ids = (action === "reorder" ? readOrder : readIds)("endpointIds", input.endpointIds);
  const { version, endpoints } = await lockEndpoints(context, specId, ids, action === "reorder");
  context.emit(events[action], {
    subject: { type: "specVersion", id: version.versionId, name: version.version },
    data: { specId, endpointIds: ids, ...(folderId === undefined ? {} : { folderId }) },
    details: { action },
  });
  if (action === "delete") {
    await deleteEndpointRows(context, version, endpoints);
    return { action, count: endpoints.length, endpoints: [] };
  }
  if (action === "move") await moveToFolder(context, version, ids, folderId ?? null);
  else await reorderFolder(context, version, ids, folderId ?? findFolder(ids, endpoints));
  return { action, count: ids.length, endpoints: await listPlaces(context, version, ids) };
}

const events = {
  delete: "endpoint.deleted",
  move: "endpoint.moved",
  reorder: "endpoint.reordered",
} as const;

const refuse = (field: string, message: string) => invalid({ field, code: "value", message });

/** Endpoints of one version, which the call holds alone; where `isLoose`, some may be missing. */
async function lockEndpoints(
  context: ProjectContext,
  specId: string,
  endpointIds: readonly string[],
  isLoose: boolean,
): Promise<{ readonly version: VisibleVersion; readonly endpoints: readonly VisibleEndpoint[] }> {
  const [first, ...others] = await findEndpoints(context, { specId, endpointIds });
  if (first === undefined) throw notFound("An endpoint");
  const { versionId } = first;
  if (others.some((each) => each.versionId !== versionId)) {
    throw refuse("endpointIds", "The endpoints are of several versions: change one at a time.");
  }
  const version = await lockDraft(context, specId, versionId, "alone");
  const endpoints = await findEndpoints(context, { specId, versionId, endpointIds });
  const missing = endpointIds.filter((id) => endpoints.every((each) => each.id !== id));
  if (endpoints.length === 0 || (!isLoose && missing.length > 0)) {
    throw notFound(`The endpoint ${missing[0] ?? ""}`);
  }
  return { version, endpoints };
}

const findFolder = (
  ids: readonly string[],
  endpoints: readonly VisibleEndpoint[],
): string | null => {
  const known = new Map(endpoints.map((each) => [each.id, each.folderId]));
  return known.get(ids.find((id) => known.has(id)) ?? "") ?? null;
};

/**
 * Moves endpoints to the end of a folder, in the order of their ids. Positions count through the
 * whole document. Endpoints that are already after the others of the folder keep their positions.
 */
async function moveToFolder(
  context: ProjectContext,
  version: VisibleVersion,
  ids: readonly string[],
  folderId: string | null,
): Promise<void> {
  const { db, now } = context;
  if (folderId !== null) await needFolder(context, version, folderId);
  const all = await selectPlaces(db, version);
  const moved = new Set(ids);
  const byId = new Map(all.map((each) => [each.id, each]));
  const others = all.filter((each) => each.folderId === folderId && !moved.has(each.id));
  let last = others.at(-1)?.position ?? -1;
  let end = all.at(-1)?.position ?? -1;
  const places: { id: string; position: number }[] = [];
  for (const id of ids) {
    const position = byId.get(id)?.position ?? 0;
    if (position > last) {
      last = position;
    } else {
      last = end + 1;
      places.push({ id, position: last });
    }
    end = Math.max(end, last);
  }
  const refiled = ids.filter((id) => byId.get(id)?.folderId !== folderId);
  if (refiled.length > 0) await updateEndpoints(db, version, refiled, { folderId }, now);
  if (places.length > 0) await updatePositions(db, version, places);
}

/** @throws Problem TREE_ITEMS_MISMATCH if the ids are not exactly the folder's endpoints. */
async function reorderFolder(
  context: ProjectContext,
  version: VisibleVersion,
  ids: readonly string[],
  folderId: string | null,
): Promise<void> {
  const all = await selectPlaces(context.db, version);
  const inFolder = all.filter((each) => each.folderId === folderId);
  checkOrder(
    inFolder.map(({ id }) => id),
    ids,
  );
  // Distributes the present positions of the folder's endpoints in the new order.
  const free = inFolder.map(({ position }) => position);
  const isSplit = free.every((position, at) => at === 0 || position > (free[at - 1] ?? 0));
  const start = (all.at(-1)?.position ?? -1) + 1;
  await updatePositions(
    context.db,
    version,
    ids.map((id, at) => ({ id, position: isSplit ? (free[at] ?? 0) : start + at })),
  );
}

async function listPlaces(
  { db }: ProjectContext,
  version: VisibleVersion,
  ids: readonly string[],
): Promise<Done["endpoints"]> {
  const places = new Map<string, Done["endpoints"][number]>();
  for (const inFolder of Map.groupBy(
    await selectPlaces(db, version),
    (each) => each.folderId,
  ).values()) {
    for (const [position, { id, folderId, rowVersion }] of inFolder.entries()) {
      places.set(id, { id, folderId, position, rowVersion: encodeRowVersion(rowVersion) });
    }
  }
  return ids.flatMap((id) => places.get(id) ?? []);
}

export async function moveEndpoint(
  context: ProjectContext,
  { specId, endpointId, folderId }: InputOf<typeof moveEndpointToFolder>,
): Promise<OutputOf<typeof moveEndpointToFolder>> {
  const { endpoint, version } = await lockEndpoint(context, { specId, endpointId }, "alone");
  await moveToFolder(context, version, [endpointId], folderId ?? null);
  const { subject, data } = ofEndpoint(endpoint);
  context.emit("endpoint.moved", {
    subject,
    data: { ...data, folderId: folderId ?? null, was: endpoint.folderId },
  });
  return readEndpoint(context, specId, endpointId);
}
