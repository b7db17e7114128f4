import type { PageWarning } from "@lintel/markdown/values/warning";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-page";
import type { renderDocPage } from "@lintel/contract/operations/doc-rendering";
import type { DocPage, MadePage, SavedPage } from "@lintel/contract/shapes/docs";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { conflict } from "../../platform/problem.ts";
import { readSiblings } from "./doc-folder.service.ts";
import { isLocked, needLock, ofPage } from "./doc-lock.service.ts";
import { deleteNodes, insertNode, updateNode } from "./doc-node.store.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { writerOf } from "./doc-revision.service.ts";
import { keepRevisions } from "./doc-revision.store.ts";
import { insertPage, updatePage, type StoredPage } from "./doc-page.store.ts";
import { findPage, findVersion, lockEditable, type VersionPlace } from "./doc-visibility.ts";
import { findParent, keepAddresses, rowsOf } from "./doc-tree.service.ts";
import { touchTree } from "./doc-version.store.ts";
import { pageColumns } from "./page-columns.ts";
import { fitHead, type PageFields } from "./page-file.rules.ts";
import { readLinkIndex } from "../../domain/docs/link-index.ts";
import { renderPage, type Rendering } from "../../domain/docs/render-page.ts";
import { chooseSlug } from "./slug.rules.ts";

export async function addPage(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof declared.createDocPage>,
  { columns: rendered, warnings }: Rendering,
): Promise<MadePage> {
  const version = await lockEditable(context, input);
  const place = rowsOf(version);
  const { db, now } = context;
  const { title, content = "", parentFolderPublicId: parentId = null } = input;
  await findParent(context, place, parentId);
  const siblings = await readSiblings(context, place, parentId);
  const node = await insertNode(db, {
    ...place,
    id: clock.newId(),
    type: "page",
    parentId,
    slug: chooseSlug(input.slug, title, "page", siblings),
    title,
    icon: input.icon ?? null,
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1,
  });
  const { slug, icon } = node;
  const before = { head: "", body: "", fields: null };
  const head = fitHead(null, before, { body: content, fields: { title, slug, icon } });
  await insertPage(db, {
    ...place,
    id: node.id,
    ...pageColumns({ frontMatter: head === "" ? null : head, content, title }),
    ...rendered,
    changedBy: writerOf(context),
  });
  await touchTree(db, version);
  context.emit("doc_page.created", ofPage(node, input));
  return { id: node.id, slug: node.slug, ...reportWarnings(warnings) };
}

/** Renders a new page before the version is locked. */
export async function prepareNewPage(
  context: ProjectContext,
  input: InputOf<typeof declared.createDocPage>,
): Promise<Rendering> {
  const place = rowsOf(await findVersion(context, input));
  const { title, content = "", parentFolderPublicId: folderId = null } = input;
  const index = await readLinkIndex(context.db, place);
  return renderPage(index, { id: null, folderId, title, head: null }, content);
}

/** Renders a changed page before the version is locked. */
export async function preparePage(
  context: ProjectContext,
  input: InputOf<typeof declared.updateDocPage>,
): Promise<Rendering> {
  const place = rowsOf(await findVersion(context, input));
  const { parentId: folderId, frontMatter: head } = await findPage(context, place, input.pageId);
  const index = await readLinkIndex(context.db, place);
  const page = { id: input.pageId, folderId, title: input.title, head };
  return renderPage(index, page, input.content);
}

/** Renders a text that is not saved, or the saved one. */
export async function prepareRendering(
  context: ProjectContext,
  input: InputOf<typeof renderDocPage>,
): Promise<Rendering> {
  const place = rowsOf(await findVersion(context, input));
  const saved = await findPage(context, place, input.pageId);
  const { id, parentId: folderId, title, frontMatter: head } = saved;
  const index = await readLinkIndex(context.db, place);
  return renderPage(index, { id, folderId, title, head }, input.content ?? saved.content);
}

export async function showRendering(
  _context: ProjectContext,
  _input: InputOf<typeof renderDocPage>,
  { columns, warnings }: Rendering,
): Promise<OutputOf<typeof renderDocPage>> {
  return { html: columns.html, warnings: warnings.map(toWarning) };
}

export async function readPage(
  context: ProjectContext,
  input: VersionPlace & { readonly pageId: string },
): Promise<DocPage> {
  const version = await findVersion(context, input);
  return toPage(await findPage(context, rowsOf(version), input.pageId), context.now);
}

export async function changePage(
  context: ProjectContext,
  input: InputOf<typeof declared.updateDocPage>,
  { columns: rendered, warnings }: Rendering,
): Promise<SavedPage> {
  const version = await lockEditable(context, input);
  const place = rowsOf(version);
  const { db, now } = context;
  const before = await findPage(context, place, input.pageId);
  needLock(before, input.lockId, now);
  if (decodeRowVersion(input.rowVersion) !== before.rowVersion)
    throw conflict(encodeRowVersion(before.rowVersion));
  const { title, content } = input;
  const slug = await followSlug(context, place, before, input.slug);
  const icon = input.icon === undefined ? before.icon : input.icon;
  const changedBy = writerOf(context);
  if (title !== before.title || content !== before.content)
    await keepRevisions(db, place, [before.id], { changedBy, now });
  await updateNode(db, before, { title, slug, icon, modifiedAt: now });
  const frontMatter = followHead(before, { title, slug, icon }, content);
  const columns = pageColumns({ frontMatter, content, title });
  await updatePage(db, place, before.id, { ...columns, ...rendered, changedBy });
  await touchTree(db, version);
  context.emit("doc_page.updated", ofPage({ id: before.id, title }, input));
  const page = toPage(await findPage(context, place, before.id), now);
  return { ...page, ...reportWarnings(warnings) };
}

export async function removePage(
  context: ProjectContext,
  input: InputOf<typeof declared.deleteDocPage>,
): Promise<void> {
  const version = await lockEditable(context, input);
  const place = rowsOf(version);
  const page = await findPage(context, place, input.pageId);
  needLock(page, input.lockId, context.now);
  await deleteNodes(context.db, place, [page.id]);
  await touchTree(context.db, version);
  context.emit("doc_page.deleted", ofPage(page, input));
}

/** The front matter after a change, so that a pull includes the change. */
function followHead(before: StoredPage, fields: PageFields, content: string): string | null {
  const head = before.frontMatter ?? "";
  const version = { head, body: before.content, fields: before };
  const fitted = fitHead(before.fileName, version, { body: content, fields });
  return fitted === "" ? null : fitted;
}

/** The slug after a change. If it differs, the old address redirects to the new one. */
async function followSlug(
  context: ProjectContext,
  place: Place,
  before: StoredPage,
  given: string | undefined,
): Promise<string> {
  if (given === undefined || given === before.slug) return before.slug;
  const siblings = await readSiblings(context, place, before.parentId, before.id);
  const slug = chooseSlug(given, before.title, "page", siblings);
  await keepAddresses(context, place, before.id);
  return slug;
}

const reportWarnings = (warnings: Rendering["warnings"]): Pick<SavedPage, "warnings"> =>
  warnings.length === 0 ? {} : { warnings: warnings.map(toWarning) };

const toWarning = ({ code, line, message }: PageWarning) => ({ code, line, message });

function toPage(row: StoredPage, now: Date): DocPage {
  const isHeld = isLocked(row, now);
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    content: row.content,
    icon: row.icon,
    parentFolderPublicId: row.parentId,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
    isLocked: isHeld,
    lockedBy: isHeld ? row.lockedByName : null,
  };
}
