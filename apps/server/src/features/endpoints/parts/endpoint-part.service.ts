import { decodeRowVersion, encodeRowVersion } from "../../../platform/database/row-version.ts";
import { insertRows, updateRows, deleteRows } from "../../../domain/design/bulk-rows.ts";
import {
  findComponentIds,
  readRef,
  refOfSchema,
  type ComponentName,
  type FindId,
} from "../../../domain/design/component-refs.ts";
import { designTables } from "../../../domain/design/design-columns.ts";
import { lockEndpoint, type SeenEndpoint } from "../../../domain/design/endpoint-sight.ts";
import type { AnyRow } from "../../../domain/design/packed-rows.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import { conflict, invalid, Problem } from "../../../platform/problem.ts";
import type { JsonObject } from "@lintel/json/value";
import { selectEndpointParts, type EndpointParts } from "./endpoint-parts.store.ts";
import { refreshUsages } from "./refresh-usages.ts";

/** An endpoint whose parts a call is about to change; nobody else changes them meanwhile. */
export interface OpenEndpoint {
  readonly endpoint: SeenEndpoint;
  readonly parts: EndpointParts;
}

export async function openEndpoint(
  context: ProjectContext,
  { specId, endpointId }: { readonly specId: string; readonly endpointId: string },
): Promise<OpenEndpoint> {
  const { endpoint } = await lockEndpoint(context, { specId, endpointId });
  return { endpoint, parts: await selectParts(context, endpoint) };
}

export const selectParts = (context: ProjectContext, endpoint: SeenEndpoint) =>
  selectEndpointParts(context.db, context.organizationId, {
    endpointIds: [endpoint.id],
    pathItemIds: [endpoint.pathItemId],
  });

/** The parts as they are now, and the ids of the components that they name. */
export async function readParts(
  context: ProjectContext,
  endpoint: SeenEndpoint,
): Promise<{ readonly parts: EndpointParts; readonly findId: FindId }> {
  const parts = await selectParts(context, endpoint);
  return { parts, findId: await findComponentIds(context.db, endpoint, listNames(parts)) };
}

function listNames(parts: EndpointParts): (ComponentName | null)[] {
  const { parameters, requestBodies, responses, responseHeaders, mediaTypes } = parts;
  return [
    ...[...parameters, ...mediaTypes].map((row) => readRef(refOfSchema(row.schema), "schemas")),
    ...requestBodies.map(({ ref }) => readRef(ref, "requestBodies")),
    ...responses.map(({ ref }) => readRef(ref, "responses")),
    ...responseHeaders.map(({ ref }) => readRef(ref, "headers")),
    ...mediaTypes.map(({ ref }) => readRef(ref, "mediaTypes")),
  ];
}

type PartKind = "parameters" | "requestBodies" | "responses" | "responseHeaders" | "mediaTypes";

export const insertParts = (
  context: ProjectContext,
  endpoint: SeenEndpoint,
  kind: PartKind,
  ...rows: readonly AnyRow[]
) => insertRows(context.db, designTables[kind], endpoint, rows, context.now);

/** Each row becomes a version newer. */
export const updateParts = (
  context: ProjectContext,
  endpoint: SeenEndpoint,
  kind: PartKind,
  ...rows: readonly AnyRow[]
) => updateRows(context.db, designTables[kind], endpoint, rows, context.now);

/** Takes a row away with all that hangs on it, whose ids are `gone` as well. */
export async function deletePart(
  context: ProjectContext,
  endpoint: SeenEndpoint,
  kind: PartKind,
  id: string,
  gone: readonly string[] = [],
): Promise<void> {
  await deleteRows(context.db, designTables[kind], endpoint, [id]);
  await refreshUsages(context.db, endpoint, [id, ...gone]);
}

/** @throws Problem CONCURRENCY_CONFLICT where the row was changed after it was read. */
export function checkRowVersion(row: { readonly rowVersion: string }, rowVersion: string): void {
  if (decodeRowVersion(rowVersion) === row.rowVersion) return;
  throw conflict(encodeRowVersion(row.rowVersion));
}

export function refuseBoth(
  input: Readonly<Record<string, unknown>>,
  first: string,
  second: string,
): void {
  const isGiven = (field: string) => input[field] !== undefined && input[field] !== false;
  if (!isGiven(first) || !isGiven(second)) return;
  throw new Problem("MUTUALLY_EXCLUSIVE", `Send ${first} or ${second}, not both.`, {
    fields: [first, second],
  });
}

/**
 * What was imported in another shape than it should have is kept whole (docs/decisions/0011): parts
 * that are added beside it would hide it.
 */
export function needPieces(rest: JsonObject | null, member: string, field: string): void {
  if (rest === null || !Object.hasOwn(rest, member)) return;
  throw invalid({
    field,
    code: "malformed",
    message: `The imported \`${member}\` has not the shape of OpenAPI and cannot be edited piece by piece: mend the document and import it again.`,
  });
}

/** One past the last of rows in their order. */
export const nextPosition = (rows: readonly { readonly position: number }[]): number =>
  rows.reduce((most, { position }) => Math.max(most, position + 1), 0);

/** What every event of a part says. */
export const ofPart = <Type extends string>(
  { id: endpointId, specId, versionId }: SeenEndpoint,
  subject: { readonly type: Type; readonly id: string; readonly name: string | null },
) => ({ subject, data: { specId, versionId, endpointId } });
