import { dayMs } from "../../platform/day-ms.ts";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { listDrift, listUndocumentedCalls } from "@lintel/contract/operations/drift";
import type { DriftKind } from "@lintel/contract/words/drift";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import {
  selectDrift,
  selectUndocumented,
  type StoredDrift,
  type StoredUndocumented,
} from "./drift.store.ts";
import { findEnvironment } from "./route.service.ts";

/** The operations of a project whose sampled answers differ from the document. */
export async function readDrift(
  context: ProjectContext,
  input: InputOf<typeof listDrift>,
): Promise<OutputOf<typeof listDrift>> {
  const { specId = null, includeMatching = false } = input;
  const filter = { ...(await readFilter(context, input)), specId, includeMatching };
  return readPage(input, toDrift, (paging) =>
    selectDrift(context.db, context, { ...filter, ...paging }),
  );
}

/** The calls to environments of a project that no published version describes. */
export async function readUndocumented(
  context: ProjectContext,
  input: InputOf<typeof listUndocumentedCalls>,
): Promise<OutputOf<typeof listUndocumentedCalls>> {
  const filter = await readFilter(context, input);
  return readPage(input, toUndocumented, (paging) =>
    selectUndocumented(context.db, context, { ...filter, ...paging }),
  );
}

async function readFilter(
  context: ProjectContext,
  { environmentId, daysBack = 7 }: InputOf<typeof listUndocumentedCalls>,
) {
  if (environmentId !== undefined) await findEnvironment(context, environmentId);
  const after = new Date(context.now.getTime() - daysBack * dayMs);
  return { environmentId: environmentId ?? null, after };
}

/** A page; one behind the last has no row that knows the number of all. */
async function readPage<Row extends { readonly totalCount: string }, Item>(
  input: InputOf<typeof listUndocumentedCalls>,
  toItem: (row: Row) => Item,
  select: (paging: { readonly skip: number; readonly take: number }) => Promise<Row[]>,
) {
  const paging = readPaging(input);
  const rows = await select(paging);
  const [first] = rows.length > 0 ? rows : await select({ skip: 0, take: 1 });
  return { items: rows.map(toItem), totalCount: Number(first?.totalCount ?? 0), ...paging };
}

const toDrift = (row: StoredDrift) => ({
  environmentId: row.environmentId,
  specId: row.specId,
  versionId: row.versionId,
  operation: row.operationKey.replace(/^[a-z]+/, (method) => method.toUpperCase()),
  checked: Number(row.checked),
  drifted: Number(row.drifted),
  lastCheckedAt: row.lastCheckedAt.toISOString(),
  mismatches: row.mismatches.map(({ kind, firstSeenAt, lastSeenAt, ...rest }) => ({
    ...rest,
    kind: kind as DriftKind,
    firstSeenAt: new Date(firstSeenAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
  })),
});

const toUndocumented = (row: StoredUndocumented) => ({
  environmentId: row.environmentId,
  method: row.method.toUpperCase(),
  path: row.path,
  requests: Number(row.requests),
  firstCalledAt: row.firstCalledAt.toISOString(),
  lastCalledAt: row.lastCalledAt.toISOString(),
});
