import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-revision";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound } from "../../platform/problem.ts";
import { selectRevision, selectRevisions, type StoredRevision } from "./doc-revision.store.ts";
import { findPage, findVersion } from "./doc-visibility.ts";
import { rowsOf } from "./doc-tree.service.ts";

/** The person who changes a page; null for a program. */
export const writerOf = ({ principal }: Pick<ProjectContext, "principal">): string | null =>
  principal.user?.id ?? null;

export async function listRevisions(
  context: ProjectContext,
  { pageId, ...input }: InputOf<typeof declared.listDocPageRevisions>,
): Promise<OutputOf<typeof declared.listDocPageRevisions>> {
  const place = rowsOf(await findVersion(context, input));
  await findPage(context, place, pageId);
  const page = await selectRevisions(context.db, place, pageId, readPaging(input));
  return { ...page, items: page.items.map(toRevision) };
}

export async function readRevision(
  context: ProjectContext,
  { pageId, revisionId, ...input }: InputOf<typeof declared.getDocPageRevision>,
): Promise<OutputOf<typeof declared.getDocPageRevision>> {
  const place = rowsOf(await findVersion(context, input));
  const row = await selectRevision(context.db, place, pageId, revisionId);
  if (row === undefined) throw notFound("The revision");
  return { ...toRevision(row), content: row.content };
}

const toRevision = ({
  id,
  title,
  writtenAt,
  replacedAt,
  writtenByName,
}: Pick<StoredRevision, "id" | "title" | "writtenAt" | "replacedAt" | "writtenByName">) => ({
  id,
  title,
  writtenBy: writtenByName,
  writtenAt: writtenAt.toISOString(),
  replacedAt: replacedAt.toISOString(),
});
