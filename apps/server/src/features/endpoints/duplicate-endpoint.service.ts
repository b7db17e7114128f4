import type { EndpointMethod } from "@lintel/contract/words/design";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { duplicateEndpoint } from "@lintel/contract/operations/endpoint-duplicate";
import { insertRows } from "../../domain/design/bulk-rows.ts";
import { designTables } from "../../domain/design/design-columns.ts";
import { lockEndpoint, type VisibleEndpoint } from "../../domain/design/endpoint-visibility.ts";
import type { VisibleVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { chooseOperationId } from "./choose-operation-id.ts";
import { partKinds, selectEndpointParts } from "./parts/endpoint-parts.store.ts";
import { checkMethod, needRoomForOne, refreshEndpoint } from "./endpoint.service.ts";
import { insertEndpoint, selectNextPosition } from "./endpoint.store.ts";
import { openDestination, type Destination, type Target } from "./move-path.service.ts";
import { ofEndpoint } from "./of-endpoint.ts";
import { settleParameters } from "./path-parameter.service.ts";
import { selectEndpointsOfPath, selectPathItem } from "./path-item.store.ts";
import { checkPath } from "./path-template.rules.ts";
import { readEndpoint } from "./read-endpoint.service.ts";

type Clock = Pick<Platform, "clock">;
type Input = InputOf<typeof duplicateEndpoint>;

export async function copyEndpoint(
  platform: Clock,
  context: ProjectContext,
  input: Input,
): Promise<OutputOf<typeof duplicateEndpoint>> {
  const { specId, versionId, endpointId } = input;
  const wanted = { specId, versionId, endpointId };
  const { endpoint, version } = await lockEndpoint(context, wanted, "alone");
  await needRoomForOne(context, version);
  const target = await chooseTarget(context, endpoint, input);
  if (target.method !== endpoint.method) checkMethod(version, target.method);
  const to = await openDestination(platform, context, version, target);
  const name = endpoint.operationId ?? undefined;
  // The copy's operation id is the original's with a number, as users expect.
  const { operationId } = await chooseOperationId(
    context,
    version,
    { ...target, operationId: name },
    null,
  );
  const id = platform.clock.newId();
  await insertCopy(context, version, endpoint, { id, operationId, target, to });
  await copyParts(platform, context, endpoint, id);
  const arrival = { version, endpoint: { id, rest: endpoint.rest }, ...to };
  const { pathItemId, path } = endpoint;
  const settled = await settleParameters(platform, context, {
    ...arrival,
    from: { pathItemId, path },
  });
  await refreshEndpoint(context, specId, id);
  const { subject, data } = ofEndpoint({ specId, versionId, id, ...target });
  context.emit("endpoint.created", { subject, data: { ...data, copyOf: endpointId } });
  return { ...(await readEndpoint(context, specId, id)), warnings: [...settled.warnings] };
}

/** What is asked for, or the first path with `-copy` after it that is free for the method. */
async function chooseTarget(
  { db }: ProjectContext,
  endpoint: VisibleEndpoint,
  input: Input,
): Promise<Target & { readonly method: EndpointMethod }> {
  const method = input.method ?? (endpoint.method as EndpointMethod);
  if (input.path !== undefined) checkPath(input.path);
  if (input.path !== undefined || input.method !== undefined) {
    return { method, path: input.path ?? endpoint.path };
  }
  for (let number = 1; ; number += 1) {
    const path = `${endpoint.path}-copy${number === 1 ? "" : `-${number}`}`;
    const item = await selectPathItem(db, endpoint, path);
    const around = item === undefined ? [] : await selectEndpointsOfPath(db, item);
    const isTaken = around.some((each) => each.deletedAt === null && each.method === method);
    if (!isTaken) return { method, path };
  }
}

interface Copy {
  readonly id: string;
  readonly operationId: string;
  readonly target: Target;
  readonly to: Destination;
}

async function insertCopy(
  { db, now, organizationId }: ProjectContext,
  version: VisibleVersion,
  endpoint: VisibleEndpoint,
  { id, operationId, target, to }: Copy,
): Promise<void> {
  const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value));
  await insertEndpoint(
    db,
    {
      organizationId,
      versionId: version.versionId,
      id,
      pathItemId: to.item.id,
      folderId: endpoint.folderId,
      position: await selectNextPosition(db, version),
      method: target.method,
      summary: endpoint.summary === null ? null : `${endpoint.summary} (copy)`,
      description: endpoint.description,
      operationId,
      tags: JSON.stringify(endpoint.tags),
      isDeprecated: endpoint.isDeprecated,
      internalNotes: endpoint.internalNotes,
      rest: toJson(endpoint.rest),
      keys: toJson(endpoint.keys),
      remnants: toJson(endpoint.remnants),
    },
    now,
  );
}

/** Copies the rows of the endpoint under new ids. */
async function copyParts(
  { clock }: Clock,
  { db, now, organizationId }: ProjectContext,
  endpoint: VisibleEndpoint,
  endpointId: string,
): Promise<void> {
  const keys = { endpointIds: [endpoint.id], pathItemIds: [endpoint.pathItemId] };
  const parts = await selectEndpointParts(db, organizationId, keys);
  const ids = new Map<unknown, string>([[endpoint.id, endpointId]]);
  for (const kind of partKinds) {
    const rows: readonly OwnedRow[] = parts[kind];
    const own = rows.filter((row) => row.pathItemId === undefined || row.pathItemId === null);
    const copies = own.map((row) => {
      const id = clock.newId();
      ids.set(row.id, id);
      const owners = ownerColumns.filter((column) => column in row);
      const owner = owners.map((column) => [column, ids.get(row[column]) ?? null]);
      return { ...row, ...Object.fromEntries(owner), id };
    });
    await insertRows(db, designTables[kind], endpoint, copies, now);
  }
}

/** The possible owners of a part. Owners are copied first. */
const ownerColumns = ["endpointId", "requestBodyId", "responseId"] as const;

type OwnedRow = { readonly id: string; readonly pathItemId?: string | null } & {
  readonly [Column in (typeof ownerColumns)[number]]?: string | null;
};
