import { deleteRows, insertRows, updateRows } from "../../../domain/design/bulk-rows.ts";
import { findComponentIds, type FindId } from "../../../domain/design/component-refs.ts";
import { designTables } from "../../../domain/design/design-columns.ts";
import { lockEndpoint, type VisibleEndpoint } from "../../../domain/design/endpoint-visibility.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import {
  partKinds,
  selectEndpointParts,
  type EndpointParts,
  type PartKind,
} from "./endpoint-parts.store.ts";
import { listNames } from "./part-names.ts";
import { lockPath } from "./parameter.store.ts";
import { updateUsages } from "./refresh-usages.ts";

/**
 * An endpoint that a call changes: it is read once, changed in memory, and its differences are
 * written.
 */
export interface EndpointDraft {
  readonly context: ProjectContext;
  readonly endpoint: VisibleEndpoint;
  /** The parts as they are stored. */
  readonly stored: EndpointParts;
  /** The parts after the change. */
  parts: EndpointParts;
}

export interface EndpointPlace {
  readonly specId: string;
  readonly endpointId: string;
}

/**
 * Opens an endpoint under a lock, changes it and writes the differences. With `path`, the lock
 * includes the parameters of its path, which its other endpoints also change.
 */
export async function editEndpoint<Answer>(
  context: ProjectContext,
  { specId, endpointId }: EndpointPlace,
  edit: (draft: EndpointDraft) => Promise<Answer>,
  locked: "endpoint" | "path" = "endpoint",
): Promise<Answer> {
  const { endpoint } = await lockEndpoint(context, { specId, endpointId });
  if (locked === "path") await lockPath(context.db, endpoint);
  const stored = await selectEndpointParts(context.db, context.organizationId, {
    endpointIds: [endpoint.id],
    pathItemIds: [endpoint.pathItemId],
  });
  const draft = { context, endpoint, stored, parts: stored };
  const answer = await edit(draft);
  await writeDraft(draft);
  return answer;
}

type RowOf<Kind extends PartKind> = EndpointParts[Kind][number];

/** Adds a row, or replaces the one with its id and increments the row version. */
export function putPart<Kind extends PartKind>(
  draft: EndpointDraft,
  kind: Kind,
  row: Omit<RowOf<Kind>, "organizationId" | "versionId" | "rowVersion">,
): RowOf<Kind> {
  const { organizationId, versionId } = draft.endpoint;
  const rows: readonly RowOf<PartKind>[] = draft.parts[kind];
  const at = rows.findIndex(({ id }) => id === row.id);
  const was = draft.stored[kind].find(({ id }) => id === row.id);
  const rowVersion =
    was !== undefined && "rowVersion" in was ? String(BigInt(was.rowVersion) + 1n) : "1";
  const stamped = { ...row, organizationId, versionId, rowVersion } as unknown as RowOf<Kind>;
  const next = at < 0 ? [...rows, stamped] : rows.with(at, stamped);
  draft.parts = { ...draft.parts, [kind]: next };
  return stamped;
}

/** Removes a row with everything that belongs to it. */
export function dropPart(draft: EndpointDraft, kind: PartKind, id: string): void {
  const { parts } = draft;
  const isKept = (row: OwnedRow) => ![row.requestBodyId, row.responseId].includes(id);
  draft.parts = {
    ...parts,
    responseHeaders: parts.responseHeaders.filter(isKept),
    mediaTypes: parts.mediaTypes.filter(isKept),
  };
  const rows: readonly RowOf<PartKind>[] = draft.parts[kind];
  draft.parts = { ...draft.parts, [kind]: rows.filter((row) => row.id !== id) };
}

interface OwnedRow {
  readonly id: string;
  readonly requestBodyId?: string | null;
  readonly responseId?: string | null;
}

/** Finds the ids of the components that the given parts refer to. */
export const findIds = (
  { context, endpoint }: EndpointDraft,
  shown: Partial<EndpointParts>,
): Promise<FindId> => findComponentIds(context.db, endpoint, listNames(shown));

async function writeDraft({ context, endpoint, stored, parts }: EndpointDraft): Promise<void> {
  const { db, now } = context;
  const gone = new Set<string | null | undefined>();
  for (const kind of partKinds) {
    const table = designTables[kind];
    const { removed, changed, added } = compareRows<OwnedRow>(stored[kind], parts[kind]);
    // Rows that belong to a removed row are removed with it.
    const roots = removed.filter((row) => !gone.has(row.responseId ?? row.requestBodyId));
    const ids = roots.map(({ id }) => id);
    for (const id of ids) gone.add(id);
    await deleteRows(db, table, endpoint, ids);
    await updateRows(db, table, endpoint, changed, now);
    await insertRows(db, table, endpoint, added, now);
  }
  await updateUsages(db, endpoint, stored, parts);
}

/** A row that was replaced counts as changed, even if it is equal. */
function compareRows<Row extends { readonly id: string }>(
  before: readonly Row[],
  after: readonly Row[],
) {
  const old = new Map(before.map((row) => [row.id, row]));
  const ids = new Set(after.map(({ id }) => id));
  return {
    removed: before.filter(({ id }) => !ids.has(id)),
    changed: after.filter((row) => old.has(row.id) && old.get(row.id) !== row),
    added: after.filter(({ id }) => !old.has(id)),
  };
}
