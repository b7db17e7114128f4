import type { InputOf } from "@lintel/contract/operation";
import type {
  createSuite,
  listSuites,
  reorderSuites,
  Suite,
  SuiteItem,
  updateSuite,
} from "@lintel/contract/operations/suite";
import { checkOrder, writeOrder } from "../../platform/database/order.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import { isDuplicate } from "../../platform/database/database-error.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { conflict, notFound, Problem } from "../../platform/problem.ts";
import { checkSuiteParts, refuseErrors } from "../../domain/suites/suite-checks.ts";
import {
  deleteSuiteRow,
  insertSuite,
  selectSuite,
  selectSuiteIds,
  selectSuitePage,
  updateSuiteRow,
  type CountedSuite,
  type StoredSuite,
  type SuiteValues,
} from "./suite.store.ts";

export async function listProjectSuites(
  context: ProjectContext,
  input: InputOf<typeof listSuites>,
): Promise<{ items: SuiteItem[]; totalCount: number; skip: number; take: number }> {
  const paging = readPaging(input);
  const { rows, totalCount } = await selectSuitePage(context.db, context, {
    ...paging,
    name: input.name,
  });
  return { items: rows.map(toItem), totalCount, ...paging };
}

export async function readSuite(context: ProjectContext, id: string): Promise<Suite> {
  return toSuite(await findSuite(context, id));
}

/** @throws Problem NAME_TAKEN if the folder has a suite of this name. */
export async function addSuite(
  platform: Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof createSuite>,
): Promise<Suite> {
  refuseErrors(checkSuiteParts(input));
  const { organizationId, projectId, now } = context;
  const row = await insertSuite(
    context.db,
    { organizationId, projectId, id: platform.clock.newId(), now },
    mergeSuite(input, null),
  );
  if (row === undefined) throw nameTaken();
  context.emit("suite.created", { subject: toSubject(row), data: {} });
  return toSuite({ ...row, testCaseCount: 0 });
}

/**
 * Changes the fields that are sent. A suite that moves to another folder becomes the last one
 * there.
 * @throws Problem CONCURRENCY_CONFLICT also if only a case of the suite was changed since.
 */
export async function changeSuite(
  context: ProjectContext,
  input: InputOf<typeof updateSuite>,
): Promise<Suite> {
  const before = await findSuite(context, input.suiteId);
  if (decodeRowVersion(input.rowVersion) !== before.rowVersion) {
    throw conflict(encodeRowVersion(before.rowVersion));
  }
  refuseErrors(checkSuiteParts(input));
  const values = mergeSuite(input, before);
  const row = await updateSuiteRow(context.db, before, values, context.now).catch(refuseTaken);
  if (row === undefined) {
    throw conflict(encodeRowVersion((await findSuite(context, before.id)).rowVersion));
  }
  const { suiteId: _, rowVersion: __, ...fields } = input;
  const changed = Object.keys(fields);
  context.emit("suite.updated", { subject: toSubject(row), data: { changed } });
  return toSuite(row);
}

export async function removeSuite(context: ProjectContext, id: string): Promise<void> {
  const suite = await findSuite(context, id);
  await deleteSuiteRow(context.db, suite);
  context.emit("suite.deleted", { subject: toSubject(suite), data: {} });
}

/** @throws Problem TREE_ITEMS_MISMATCH if the ids are not exactly the folder's suites. */
export async function orderSuites(
  context: ProjectContext,
  { folder, ids }: InputOf<typeof reorderSuites>,
): Promise<void> {
  checkOrder(await selectSuiteIds(context.db, context, folder), ids);
  await writeOrder(context.db, "testSuite", context.organizationId, ids);
  context.emit("suite.reordered", {
    subject: { type: "project", id: context.projectId, name: null },
    data: { order: ids },
    details: { folder },
  });
}

/** A suite's values after a change. Omitted fields are unchanged. */
export function mergeSuite(
  input: Partial<InputOf<typeof createSuite>>,
  before: StoredSuite | null,
): SuiteValues {
  return {
    folder: input.folder ?? before?.folder ?? "",
    name: input.name ?? before?.name ?? "",
    description: readDescription(input.description ?? before?.description ?? ""),
    tags: input.tags ?? before?.tags ?? [],
    variables: input.variables ?? before?.variables ?? {},
    defaults: input.defaults ?? before?.defaults ?? {},
    data: input.data === undefined ? (before?.data ?? null) : input.data,
  };
}

// As every engine returns it: the embedded one drops U+FEFF at the start of a text.
function readDescription(text: string): string | null {
  return text.toWellFormed().replace(/^\uFEFF+/, "") || null;
}

export async function findSuite(context: ProjectContext, id: string): Promise<CountedSuite> {
  const row = await selectSuite(context.db, context, id);
  if (row === undefined) throw notFound("The suite");
  return row;
}

export const toSubject = ({ id, name }: Pick<StoredSuite, "id" | "name">) =>
  ({ type: "suite", id, name }) as const;

function nameTaken(): Problem {
  return new Problem("NAME_TAKEN", "The folder has a suite of this name.");
}

function refuseTaken(error: unknown): never {
  throw isDuplicate(error) ? nameTaken() : error;
}

type ItemRow = Awaited<ReturnType<typeof selectSuitePage>>["rows"][number];

function toItem(row: ItemRow): SuiteItem {
  const { id, name, description, folder, tags, testCaseCount } = row;
  return {
    id,
    name,
    description,
    folder,
    tags,
    testCaseCount,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
  };
}

function toSuite(row: CountedSuite): Suite {
  const { variables, defaults, data } = row;
  return {
    ...toItem(row),
    variables,
    defaults,
    data,
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
