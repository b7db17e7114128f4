import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/folder";
import type { Folder } from "@lintel/contract/shapes/design-tree";
import { decodeRowVersion, encodeRowVersion } from "../../../platform/database/row-version.ts";
import {
  findVersion,
  lockDraft,
  type VisibleVersion,
} from "../../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import type { Platform } from "../../../platform/kernel/platform.ts";
import { cutPage } from "../../../platform/paging.ts";
import { conflict, invalid, notFound } from "../../../platform/problem.ts";
import {
  deleteFolderRow,
  insertFolder,
  moveFolders,
  needFolder,
  orderFolders,
  refileEndpoints,
  selectFolders,
  updateFolderRow,
  type CountedFolder,
  type StoredFolder,
} from "./folder.store.ts";

type Clock = Pick<Platform, "clock">;

export async function listVersionFolders(
  context: ProjectContext,
  { specId, versionId, ...paging }: InputOf<typeof declared.listFolders>,
): Promise<OutputOf<typeof declared.listFolders>> {
  const version = await findVersion(context, specId, versionId);
  return cutPage(listTree(version, await selectFolders(context.db, version)), paging);
}

type Listed = OutputOf<typeof declared.listFolders>["items"];

/** Each folder after its parent and its previous siblings, without recursion at any depth. */
function listTree({ specId }: VisibleVersion, folders: readonly CountedFolder[]): Listed {
  const below = Map.groupBy(folders, ({ parentId }) => parentId);
  const show = (parentId: string | null): Listed =>
    (below.get(parentId) ?? []).map((row, position) => ({
      ...toFolder(row, specId, position),
      endpointCount: Number(row.endpointCount),
    }));
  const open = show(null).toReversed();
  const listed: Listed = [];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    listed.push(folder);
    open.push(...show(folder.id).toReversed());
  }
  return listed;
}

export async function addFolder(
  { clock }: Clock,
  context: ProjectContext,
  input: InputOf<typeof declared.createFolder>,
): Promise<Folder> {
  const { specId, versionId, name, description } = input;
  const { db, now, organizationId } = context;
  const version = await lockDraft(context, specId, versionId, "alone");
  const parentId = input.parentFolderId ?? null;
  if (parentId !== null) await needFolder(context, version, parentId);
  const position = listSiblings(await selectFolders(db, version), parentId).length;
  const id = clock.newId();
  const values = { parentId, position, name, description: description ?? null };
  await insertFolder(db, { organizationId, versionId, id, ...values }, now);
  const folder = await readFolder(context, version, id);
  context.emit("folder.created", ofFolder(folder));
  return folder;
}

const listSiblings = (folders: readonly CountedFolder[], parentId: string | null) =>
  folders.filter((each) => each.parentId === parentId).map(({ id }) => id);

/**
 * Holds the version of a folder that is there alone; one that is not is missed before a lock is. The project comes first:
 * what another project has is missed as what nowhere is.
 */
async function lockFolder(
  context: ProjectContext,
  { specId, versionId, folderId }: InputOf<typeof declared.deleteFolder>,
): Promise<VisibleVersion> {
  const seen = await findVersion(context, specId, versionId);
  await needFolder(context, seen, folderId);
  return lockDraft(context, specId, versionId, "alone");
}

export async function changeFolder(
  context: ProjectContext,
  input: InputOf<typeof declared.updateFolder>,
): Promise<Folder> {
  const { folderId, name, description, rowVersion } = input;
  const version = await lockFolder(context, input);
  const before = await needFolder(context, version, folderId);
  if (decodeRowVersion(rowVersion) !== before.rowVersion) {
    throw conflict(encodeRowVersion(before.rowVersion));
  }
  const change = {
    name: name ?? before.name,
    description: description === undefined ? before.description : description,
  };
  await updateFolderRow(context.db, before, change, context.now);
  const folder = await readFolder(context, version, folderId);
  context.emit("folder.updated", { ...ofFolder(folder), details: { was: before.name } });
  return folder;
}

export async function placeFolder(
  context: ProjectContext,
  input: InputOf<typeof declared.moveFolder>,
): Promise<Folder> {
  const { folderId, parentFolderId, position } = input;
  const { db, now } = context;
  const version = await lockFolder(context, input);
  const folders = await selectFolders(db, version);
  const folder = folders.find(({ id }) => id === folderId);
  if (folder === undefined) throw notFound("The folder");
  const parentId = parentFolderId ?? null;
  checkParent(folders, folderId, parentId);
  const siblings = listSiblings(folders, parentId).filter((id) => id !== folderId);
  siblings.splice(position ?? siblings.length, 0, folderId);
  if (parentId !== folder.parentId) {
    await moveFolders(db, version, [folderId], parentId, now);
    const left = listSiblings(folders, folder.parentId).filter((id) => id !== folderId);
    await orderFolders(db, version, left);
  }
  await orderFolders(db, version, siblings);
  const placed = await readFolder(context, version, folderId);
  const { subject, data } = ofFolder(placed);
  context.emit("folder.updated", { subject, data: { ...data, parentFolderId: parentId } });
  return placed;
}

/** @throws Problem VALIDATION_FAILED if a folder would be below itself. */
function checkParent(
  folders: readonly StoredFolder[],
  folderId: string,
  parentId: string | null,
): void {
  const parents = new Map(folders.map((each) => [each.id, each.parentId]));
  if (parentId !== null && !parents.has(parentId)) throw notFound("The folder to move it to");
  for (let above = parentId; above !== null; above = parents.get(above) ?? null) {
    if (above !== folderId) continue;
    const message = "A folder cannot be moved into itself, nor into one below it.";
    throw invalid({ field: "parentFolderId", code: "cycle", message });
  }
}

/** Its endpoints move to its parent, and its subfolders replace it there. */
export async function removeFolder(
  context: ProjectContext,
  input: InputOf<typeof declared.deleteFolder>,
): Promise<void> {
  const { db, now } = context;
  const { folderId } = input;
  const version = await lockFolder(context, input);
  const folder = await needFolder(context, version, folderId);
  const folders = await selectFolders(db, version);
  const below = listSiblings(folders, folderId);
  await refileEndpoints(db, folder, now);
  await moveFolders(db, version, below, folder.parentId, now);
  await deleteFolderRow(db, folder);
  const siblings = listSiblings(folders, folder.parentId);
  await orderFolders(
    db,
    version,
    siblings.flatMap((id) => (id === folderId ? below : [id])),
  );
  context.emit("folder.deleted", ofFolder({ ...folder, specId: version.specId }));
}

async function readFolder(
  context: ProjectContext,
  version: VisibleVersion,
  id: string,
): Promise<Folder> {
  const folders = await selectFolders(context.db, version);
  const folder = folders.find((each) => each.id === id);
  if (folder === undefined) throw notFound("The folder");
  const position = listSiblings(folders, folder.parentId).indexOf(id);
  return toFolder(folder, version.specId, position);
}

type Identified = Pick<Folder, "id" | "name" | "specId" | "versionId">;

const ofFolder = ({ id, name, specId, versionId }: Identified) => ({
  subject: { type: "folder", id, name } as const,
  data: { specId, versionId },
});

function toFolder(row: StoredFolder, specId: string, position: number): Folder {
  return {
    id: row.id,
    specId,
    versionId: row.versionId,
    parentFolderId: row.parentId,
    name: row.name,
    description: row.description,
    position,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}
