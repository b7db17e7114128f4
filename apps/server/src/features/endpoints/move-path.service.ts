import type { EndpointMethod } from "@lintel/contract/words/design";
import { memberOf, type JsonObject } from "@lintel/json/value";
import { quote } from "@lintel/json/shorten";
import { insertRows } from "../../domain/design/bulk-rows.ts";
import { designTables } from "../../domain/design/design-columns.ts";
import type { VersionPlace } from "../../domain/design/design.types.ts";
import type { DraftEndpoint } from "../../domain/design/endpoint-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import { settleParameters, type Settled } from "./path-parameter.service.ts";
import { ofPath, selectOwned } from "./path-parameter.store.ts";
import {
  deletePathItem,
  insertPathItem,
  moveUnderPath,
  renamePathItem,
  selectEndpointsOfPath,
  selectPathItem,
  selectPathItemById,
  type StoredPathItem,
} from "./path-item.store.ts";
import { checkPath } from "./path-template.rules.ts";

type Clock = Pick<Platform, "clock">;

/** A method and path, and the row of the path. */
export interface Destination {
  readonly item: StoredPathItem;
  readonly isNew: boolean;
}

export interface Target {
  readonly method: string;
  readonly path: string;
}

/**
 * Finds or makes the path of an endpoint. The caller holds the version's lock.
 * @throws Problem ENDPOINT_EXISTS if another endpoint has the method and path.
 */
export async function openDestination(
  { clock }: Clock,
  { db }: ProjectContext,
  place: VersionPlace,
  { method, path }: Target,
  endpointId: string | null = null,
  rest: JsonObject | null = null,
): Promise<Destination> {
  const found = await selectPathItem(db, place, path);
  if (found === undefined) {
    const item = await insertPathItem(db, place, { id: clock.newId(), path, rest });
    return { item, isNew: true };
  }
  await needFree(db, found, method, endpointId);
  return { item: found, isNew: false };
}

/** @throws Problem ENDPOINT_EXISTS if another endpoint of the path has the method. */
export async function needFree(
  db: ProjectContext["db"],
  item: StoredPathItem,
  method: string,
  endpointId: string | null,
): Promise<void> {
  const taken = (await selectEndpointsOfPath(db, item)).find(
    (each) => each.deletedAt === null && each.method === method && each.id !== endpointId,
  );
  if (taken !== undefined) throw endpointExists({ method, path: item.path }, taken.id);
}

function endpointExists({ method, path }: Target, endpointId?: string): Problem {
  return new Problem(
    "ENDPOINT_EXISTS",
    `The version has ${method.toUpperCase()} ${quote(path)} already.`,
    endpointId === undefined ? {} : { endpointId },
  );
}

/** A moved endpoint, and the changes of its parameters. */
export interface Moved extends Settled {
  readonly pathItemId: string;
}

/** Moves an endpoint to another method and path. The caller holds the version's lock. */
export async function moveToTarget(
  platform: Clock,
  context: ProjectContext,
  { endpoint, version }: DraftEndpoint,
  target: { readonly method: EndpointMethod; readonly path: string },
): Promise<Moved> {
  const { db } = context;
  const from = await selectPathItemById(db, version, endpoint.pathItemId);
  if (target.path === endpoint.path) {
    await needFree(db, from, target.method, endpoint.id);
    return { pathItemId: from.id, warnings: [], gone: [] };
  }
  checkPath(target.path);
  const others = (await selectEndpointsOfPath(db, from)).filter(({ id }) => id !== endpoint.id);
  const isTaken = (await selectPathItem(db, version, target.path)) !== undefined;
  const arrival = { version, endpoint, from: { pathItemId: from.id, path: from.path } };
  if (!isTaken && others.every(({ deletedAt }) => deletedAt !== null)) {
    const item = { ...from, path: target.path };
    await renamePathItem(db, from, target.path);
    const deletedIds = others.map(({ id }) => id);
    await leaveDeleted(platform, context, from, deletedIds);
    const settled = await settleParameters(platform, context, { ...arrival, item, isNew: false });
    return { ...settled, pathItemId: from.id };
  }
  const rest = readServers(from);
  const to = await openDestination(platform, context, version, target, endpoint.id, rest);
  await moveUnderPath(db, to.item, [endpoint.id], target.method);
  const settled = await settleParameters(platform, context, { ...arrival, ...to });
  const left = others.length === 0 ? await leavePath(context, from) : [];
  return { ...settled, gone: [...settled.gone, ...left], pathItemId: to.item.id };
}

/** The servers of a path. Endpoints that leave the path keep them. */
function readServers({ rest }: StoredPathItem): JsonObject | null {
  const servers = rest === null ? undefined : memberOf(rest, "servers");
  return servers === undefined ? null : { servers };
}

/** Endpoints that were deleted under a renamed path are restored under their original path. */
async function leaveDeleted(
  { clock }: Clock,
  { db, now }: ProjectContext,
  from: StoredPathItem,
  deletedIds: readonly string[],
): Promise<void> {
  if (deletedIds.length === 0) return;
  const shared = await selectOwned(db, from, ofPath(from.id));
  const item = await insertPathItem(db, from, { id: clock.newId(), path: from.path });
  const copies = shared.map((row) => ({ ...row, id: clock.newId(), ...ofPath(item.id) }));
  await insertRows(db, designTables.parameters, from, copies, now);
  await moveUnderPath(db, item, deletedIds);
}

/** Deletes a path without endpoints, unless it has content of its own. */
async function leavePath({ db }: ProjectContext, from: StoredPathItem): Promise<string[]> {
  if (from.rest !== null) return [];
  const shared = await selectOwned(db, from, ofPath(from.id));
  await deletePathItem(db, from);
  return [from.id, ...shared.map(({ id }) => id)];
}
