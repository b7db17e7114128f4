import type { InputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-tree";
import type { DocFolder } from "@lintel/contract/shapes/docs";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { conflict, notFound, Problem } from "../../platform/problem.ts";
import {
  deleteNodes,
  insertNode,
  selectChildren,
  selectNode,
  selectPathNodes,
  updateNode,
  type StoredNode,
} from "./doc-node.store.ts";
import { forgetEmbeds } from "./doc-page.store.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { refuseLocked } from "./doc-lock.service.ts";
import { findVersion, lockEditable, type VersionPlace } from "./doc-visibility.ts";
import { findParent, keepAddresses, rowsOf, sectionMustBeRoot } from "./doc-tree.service.ts";
import { touchTree } from "./doc-version.store.ts";
import { setFolderKeys } from "./folder-file.rules.ts";
import { within } from "../../domain/docs/node-paths.ts";
import { chooseSlug } from "./slug.rules.ts";

export async function addFolder(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof declared.createDocFolder>,
): Promise<{ id: string; slug: string }> {
  const version = await lockEditable(context, input);
  const place = rowsOf(version);
  const { parentFolderPublicId: parentId = null, isSection = false, name } = input;
  await findParent(context, place, parentId);
  if (isSection && parentId !== null) throw sectionMustBeRoot();
  const siblings = await readSiblings(context, place, parentId);
  const row = await insertNode(context.db, {
    ...place,
    id: clock.newId(),
    type: "folder",
    parentId,
    slug: chooseSlug(input.slug, name, "folder", siblings),
    title: name,
    icon: input.icon ?? null,
    description: input.description ?? null,
    isSection,
    folderFile: setFolderKeys(null, {
      title: name,
      ...writeSettings({ icon: null, description: null, isSection: false, ...input }),
    }),
    createdAt: context.now,
    modifiedAt: context.now,
    rowVersion: 1,
  });
  await touchTree(context.db, version);
  context.emit("doc_folder.created", ofFolder(row, input));
  return { id: row.id, slug: row.slug };
}

export async function readFolder(
  context: ProjectContext,
  input: VersionPlace & { readonly folderId: string },
): Promise<DocFolder> {
  const version = await findVersion(context, input);
  return toFolder(await findFolder(context, rowsOf(version), input.folderId));
}

export async function changeFolder(
  context: ProjectContext,
  input: InputOf<typeof declared.updateDocFolder>,
): Promise<DocFolder> {
  const version = await lockEditable(context, input);
  const place = rowsOf(version);
  const before = await findFolder(context, place, input.folderId);
  if (decodeRowVersion(input.rowVersion) !== before.rowVersion)
    throw conflict(encodeRowVersion(before.rowVersion));
  const { name = before.title, isSection = before.isSection } = input;
  if (isSection && before.parentId !== null) throw sectionMustBeRoot();
  const slug =
    input.slug === undefined || input.slug === before.slug
      ? before.slug
      : chooseSlug(input.slug, name, "folder", await readSiblings(context, place, before.parentId));
  if (slug !== before.slug) await keepAddresses(context, place, before.id);
  const row = await updateNode(context.db, before, {
    title: name,
    slug,
    isSection,
    icon: input.icon === undefined ? before.icon : input.icon,
    description: input.description === undefined ? before.description : input.description,
    folderFile: setFolderKeys(before.folderFile, {
      ...(name === before.title ? {} : { title: name }),
      ...(slug === before.slug || before.fileName === null ? {} : { slug }),
      ...writeSettings(input),
    }),
    modifiedAt: context.now,
  });
  await touchTree(context.db, version);
  context.emit("doc_folder.updated", ofFolder(row, input));
  return toFolder(row);
}

export async function removeFolder(
  context: ProjectContext,
  input: InputOf<typeof declared.deleteDocFolder>,
): Promise<void> {
  const version = await lockEditable(context, input);
  const place = rowsOf(version);
  const folder = await findFolder(context, place, input.folderId);
  const ids = within(await selectPathNodes(context.db, place), folder.id);
  if (ids.size > 1 && input.recursive !== true) {
    const detail = `${folder.title} holds ${ids.size - 1} items. Delete or move them, or send recursive.`;
    throw new Problem("IN_USE", detail);
  }
  await refuseLocked(context, place, [...ids]);
  await deleteNodes(context.db, place, [folder.id]);
  // The folder can have contained API references.
  await forgetEmbeds(context.db, place);
  await touchTree(context.db, version);
  const { subject, data } = ofFolder(folder, input);
  context.emit("doc_folder.deleted", { subject, data: { ...data, items: ids.size - 1 } });
}

/** The slugs of the siblings of an item, without the slug of the item itself if it is given. */
export async function readSiblings(
  { db }: ProjectContext,
  place: Place,
  parentId: string | null,
  ownId?: string,
): Promise<{ taken: Set<string>; isRoot: boolean }> {
  const children = await selectChildren(db, place, parentId);
  const others = children.filter(({ id }) => id !== ownId);
  return { taken: new Set(others.map(({ slug }) => slug)), isRoot: parentId === null };
}

/** The settings of a call, under the keys of a folder's file. */
function writeSettings({
  icon,
  description,
  isSection,
}: {
  readonly icon?: string | null;
  readonly description?: string | null;
  readonly isSection?: boolean;
}) {
  return {
    ...(icon === undefined ? {} : { icon }),
    ...(description === undefined ? {} : { description }),
    ...(isSection === undefined ? {} : { section: isSection ? true : null }),
  };
}

async function findFolder(
  { db }: ProjectContext,
  place: Place,
  folderId: string,
): Promise<StoredNode> {
  const node = await selectNode(db, place, folderId);
  if (node?.type !== "folder") throw notFound("The folder");
  return node;
}

function toFolder(row: StoredNode): DocFolder {
  return {
    id: row.id,
    name: row.title,
    slug: row.slug,
    description: row.description,
    icon: row.icon,
    parentFolderPublicId: row.parentId,
    isSection: row.isSection,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}

const ofFolder = ({ id, title: name }: StoredNode, { docId, versionId }: VersionPlace) => ({
  subject: { type: "docFolder", id, name } as const,
  data: { docId, versionId },
});
