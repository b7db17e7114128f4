import type { EndpointMethod } from "@lintel/contract/words/design";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createEndpoint,
  deleteEndpoint,
  restoreEndpoint,
} from "@lintel/contract/operations/endpoint";
import type { Warning } from "@lintel/contract/shapes/design";
import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { countEndpoints, needRoom } from "../../domain/design/endpoint-limit.ts";
import {
  findEndpoints,
  lockEndpoint,
  type VisibleEndpoint,
} from "../../domain/design/endpoint-visibility.ts";
import {
  lockDraft,
  needOpenApi,
  type VisibleVersion,
} from "../../domain/design/version-visibility.ts";
import { silently } from "../../platform/events/emission.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { notFound } from "../../platform/problem.ts";
import { chooseOperationId } from "./choose-operation-id.ts";
import { deleteEndpointRows } from "./delete-endpoints.ts";
import { insertEndpoint, selectNextPosition, updateEndpoints } from "./endpoint.store.ts";
import { readList } from "./id-list.rules.ts";
import { listMadeParts, makeParts } from "./make-parts.service.ts";
import { needFree, openDestination } from "./move-path.service.ts";
import { ofEndpoint } from "./of-endpoint.ts";
import { settleParameters } from "./path-parameter.service.ts";
import { selectPathItemById } from "./path-item.store.ts";
import { checkPath } from "./path-template.rules.ts";
import { readEndpoint, readEndpointDetail } from "./read-endpoint.service.ts";
import { refreshUsages } from "./parts/refresh-usages.ts";
import { needFolder } from "./tree/folder.store.ts";

type Clock = Pick<Platform, "clock">;

export async function addEndpoint(
  platform: Clock,
  context: ProjectContext,
  input: InputOf<typeof createEndpoint>,
): Promise<OutputOf<typeof createEndpoint>> {
  const { specId, versionId, method, path } = input;
  const version = await lockDraft(context, specId, versionId, "alone");
  checkPath(path);
  checkMethod(version, method);
  await needRoomForOne(context, version);
  const to = await openDestination(platform, context, version, { method, path });
  const chosen = await chooseOperationId(context, version, input, null);
  const id = platform.clock.newId();
  if (input.folderId !== undefined) await needFolder(context, version, input.folderId);
  await insertNew(context, version, input, {
    id,
    pathItemId: to.item.id,
    operationId: chosen.operationId,
  });
  const arrival = { version, endpoint: { id, rest: null }, from: null, ...to };
  const settled = await settleParameters(platform, context, arrival);
  await refreshEndpoint(context, specId, id);
  const place = { specId, endpointId: id, isPathNew: to.isNew };
  const ofParts = await makeParts(platform, silently(context), place, input);
  context.emit("endpoint.created", ofEndpoint({ specId, versionId, id, method, path }));
  const { parameters, requestBody, responses, securitySchemes, ...endpoint } =
    await readEndpointDetail(context, specId, id);
  const made = listMadeParts({ parameters, requestBody, responses, securitySchemes });
  const ofPath = settled.warnings.filter((warning) => !isDescribed(warning, input, parameters));
  return { ...endpoint, ...made, warnings: [...ofPath, ...chosen.warnings, ...ofParts] };
}

/** Whether the call describes a parameter that was created for the path. */
const isDescribed = (
  { parameterId }: Warning,
  { parameters = [] }: InputOf<typeof createEndpoint>,
  made: EndpointDetail["parameters"],
): boolean => {
  const name = made.find(({ id }) => id === parameterId)?.name;
  return parameters.some((each) => each.location === "path" && each.name === name);
};

async function insertNew(
  { organizationId, db, now }: ProjectContext,
  version: VisibleVersion,
  { versionId, method, summary, description, tags, folderId }: InputOf<typeof createEndpoint>,
  ids: { readonly id: string; readonly pathItemId: string; readonly operationId: string },
): Promise<void> {
  const position = await selectNextPosition(db, version);
  const texts = { summary: toText(summary), description: toText(description) };
  const place = { organizationId, versionId, folderId: folderId ?? null, position };
  const labels = { tags: JSON.stringify(readList(tags ?? "")) };
  await insertEndpoint(db, { ...nothingSaid, ...place, ...ids, ...texts, ...labels, method }, now);
}

const nothingSaid = {
  isDeprecated: false,
  internalNotes: null,
  rest: null,
  keys: null,
  remnants: null,
};

/** An empty text has no meaning, so it is not stored. */
export const toText = (text: string | undefined): string | null =>
  text === undefined || text === "" ? null : text;

/** OpenAPI 3.2, Path Item Object: `query` is new in it. */
export function checkMethod(version: VisibleVersion, method: EndpointMethod): void {
  if (method === "query") needOpenApi(version, "3.2", "The method query");
}

/** The caller holds the version's lock, so that simultaneous calls count one after the other. */
export async function needRoomForOne(
  context: ProjectContext,
  version: VisibleVersion,
): Promise<void> {
  const before = await countEndpoints(context, version);
  await needRoom(context, { before, after: before + 1 });
}

/** Computes the references of an endpoint again after a change. */
export async function refreshEndpoint(
  context: ProjectContext,
  specId: string,
  id: string,
  gone: readonly string[] = [],
): Promise<void> {
  const [endpoint] = await findEndpoints(context, { specId, endpointIds: [id] });
  if (endpoint !== undefined) await refreshUsages(context.db, endpoint, gone);
}

export async function removeEndpoint(
  context: ProjectContext,
  { specId, versionId, endpointId }: InputOf<typeof deleteEndpoint>,
): Promise<void> {
  const wanted = { specId, versionId, endpointId };
  const { endpoint } = await lockEndpoint(context, wanted, "alone");
  await deleteEndpointRows(context, endpoint, [endpoint]);
  context.emit("endpoint.deleted", ofEndpoint(endpoint));
}

/** An endpoint that is not deleted stays as it is. */
export async function bringBackEndpoint(
  context: ProjectContext,
  { specId, versionId, endpointId }: InputOf<typeof restoreEndpoint>,
): Promise<OutputOf<typeof restoreEndpoint>> {
  const wanted = { specId, versionId, endpointIds: [endpointId] };
  const findDeleted = () => findEndpoints(context, { ...wanted, isDeleted: true });
  const there = [...(await findEndpoints(context, wanted)), ...(await findDeleted())];
  if (there.length === 0) throw notFound("The endpoint");
  const version = await lockDraft(context, specId, versionId, "alone");
  // Another call may have restored it in the meantime.
  const [endpoint] = await findDeleted();
  if (endpoint === undefined)
    return { ...(await readEndpoint(context, specId, endpointId)), warnings: [] };
  const warnings = await restoreRow(context, version, endpoint);
  context.emit("endpoint.restored", ofEndpoint(endpoint));
  return { ...(await readEndpoint(context, specId, endpointId)), warnings: [...warnings] };
}

async function restoreRow(
  context: ProjectContext,
  version: VisibleVersion,
  endpoint: VisibleEndpoint,
): Promise<readonly Warning[]> {
  const { db, now } = context;
  await needRoomForOne(context, version);
  const item = await selectPathItemById(db, version, endpoint.pathItemId);
  await needFree(db, item, endpoint.method, endpoint.id);
  const { operationId, id } = endpoint;
  const chosen =
    operationId === null
      ? { operationId, warnings: [] }
      : await chooseOperationId(context, version, { ...endpoint, operationId }, id);
  const change = { deletedAt: null, operationId: chosen.operationId };
  await updateEndpoints(db, version, [id], change, now);
  await refreshEndpoint(context, version.specId, id);
  return chosen.warnings;
}
