import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { getEndpoint, listEndpoints } from "@lintel/contract/operations/endpoint";
import type { Endpoint, EndpointDetail } from "@lintel/contract/shapes/endpoint";
import { atOneInstant } from "../../platform/database/transaction.ts";
import { findComponentIds } from "../../domain/design/component-refs.ts";
import { countEndpoints } from "../../domain/design/endpoint-limit.ts";
import {
  findNewestVersion,
  findSpec,
  findVersion,
} from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { invalid, notFound, Problem } from "../../platform/problem.ts";
import { selectEndpointParts } from "./parts/endpoint-parts.store.ts";
import { listNames } from "./parts/part-names.ts";
import { selectCollisions, selectPage, selectShown } from "./endpoint.store.ts";
import { toCollisions, toEndpoint, toEndpointDetail, toEndpointItem } from "./endpoint.view.ts";
import { readIds } from "./id-list.rules.ts";

const maxEndpoints = 25;

export async function readEndpoint(
  { db, organizationId }: ProjectContext,
  specId: string,
  id: string,
): Promise<Endpoint> {
  const [row] = await selectShown(db, organizationId, specId, [id]);
  if (row === undefined) throw notFound("The endpoint");
  return toEndpoint(row);
}

export async function readEndpoints(
  context: ProjectContext,
  { specId, endpointId, endpointIds }: InputOf<typeof getEndpoint>,
): Promise<OutputOf<typeof getEndpoint>> {
  if (endpointId !== undefined && endpointIds !== undefined) {
    throw new Problem("MUTUALLY_EXCLUSIVE", "Send endpointId or endpointIds, not both.", {
      fields: ["endpointId", "endpointIds"],
    });
  }
  if (endpointIds !== undefined) return readBatch(context, specId, endpointIds);
  if (endpointId === undefined) {
    const message = "Send the endpointId of one endpoint, or the endpointIds of several.";
    throw invalid({ field: "endpointId", code: "required", message });
  }
  return readEndpointDetail(context, specId, endpointId);
}

export async function readEndpointDetail(
  context: ProjectContext,
  specId: string,
  endpointId: string,
): Promise<EndpointDetail> {
  const [detail] = await readDetails(context, specId, [endpointId]);
  if (detail === undefined) throw notFound("The endpoint");
  return detail;
}

async function readBatch(context: ProjectContext, specId: string, text: string) {
  const ids = readIds("endpointIds", text);
  if (ids.length > maxEndpoints) {
    throw new Problem(
      "BATCH_TOO_LARGE",
      `At most ${maxEndpoints} endpoints are read at once; these are ${ids.length}.`,
      { limit: maxEndpoints },
    );
  }
  const items = await readDetails(context, specId, ids);
  const found = new Set(items.map(({ id }) => id));
  return { items, notFound: ids.filter((id) => !found.has(id)) };
}

/** In the order of the ids, without missing ones. */
async function readDetails(
  context: ProjectContext,
  specId: string,
  ids: readonly string[],
): Promise<EndpointDetail[]> {
  const { organizationId } = context;
  return atOneInstant(context.db, async (db) => {
    await findSpec({ ...context, db }, specId);
    const rows = await selectShown(db, organizationId, specId, ids);
    if (rows.length === 0) return [];
    const parts = await selectEndpointParts(db, organizationId, {
      endpointIds: rows.map(({ id }) => id),
      pathItemIds: rows.map(({ pathItemId }) => pathItemId),
    });
    const details = new Map<string, EndpointDetail>();
    for (const [versionId, ofVersion] of Map.groupBy(rows, (row) => row.versionId)) {
      const findId = await findComponentIds(db, { organizationId, versionId }, listNames(parts));
      for (const row of ofVersion) details.set(row.id, toEndpointDetail(row, parts, findId));
    }
    return ids.flatMap((id) => details.get(id) ?? []);
  });
}

export async function listVersionEndpoints(
  context: ProjectContext,
  input: InputOf<typeof listEndpoints>,
): Promise<OutputOf<typeof listEndpoints>> {
  const { specId, versionId, scope = "spec" } = input;
  if (scope === "project") return listCollisions(context);
  const version =
    versionId === undefined
      ? await findNewestVersion(context, specId)
      : await findVersion(context, specId, versionId);
  const paging = readPaging(input);
  const isDeleted = input.isDeleted === true;
  const rows = await selectPage(context.db, version, specId, { ...paging, isDeleted });
  const totalCount = await countEndpoints(context, version, isDeleted);
  return { items: rows.map(toEndpointItem), totalCount, ...paging };
}

/**
 * Collisions in the whole project. Only the newest version of each specification counts, draft or
 * published.
 */
async function listCollisions({ db, organizationId, projectId }: ProjectContext) {
  const rows = await selectCollisions(db, organizationId, projectId);
  const groups = toCollisions(rows);
  return { groups, groupCount: groups.length, endpointCount: rows.length };
}
