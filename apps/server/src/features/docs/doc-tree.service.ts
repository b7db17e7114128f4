import { createHash } from "node:crypto";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-tree";
import type { DocTreeItem } from "@lintel/contract/shapes/docs";
import { checkOrder } from "../../platform/database/order.ts";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { matchesTag } from "../../platform/kernel/entity-tag.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import {
  insertRedirects,
  placeNodes,
  selectChildren,
  selectNode,
  selectPathNodes,
  type StoredNode,
} from "./doc-node.store.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import {
  findVersion,
  lockEditable,
  subjectOf,
  type StoredVersion,
  type VersionPlace,
} from "./doc-visibility.ts";
import { selectOutdated, selectTree, type TreeRow } from "./doc-tree.store.ts";
import { touchTree } from "./doc-version.store.ts";
import { pathsOf, within } from "../../domain/docs/node-paths.ts";
import { slugTaken } from "./slug.rules.ts";

/**
 * Changes whenever the tree's representation changes: with the tree itself, and with newer versions
 * of the specifications that it shows. A strong entity tag (RFC 9110 §8.8.3).
 */
export async function readTreeVersion(
  context: ProjectContext,
  place: VersionPlace,
): Promise<string> {
  return tagVersion(context, await findVersion(context, place));
}

export async function tagVersion({ db }: ProjectContext, version: StoredVersion): Promise<string> {
  return tagOf(version, await selectOutdated(db, rowsOf(version)));
}

export async function readTree(
  context: ProjectContext,
  place: VersionPlace,
): Promise<OutputOf<typeof declared.getDocTree>> {
  // Reads the tag first: a change that is made in between is then returned under the older tag, and
  // fetched again.
  const version = await findVersion(context, place);
  const outdated = await selectOutdated(context.db, rowsOf(version));
  const rows = await selectTree(context.db, rowsOf(version));
  return { items: nest(rows, new Set(outdated)), treeVersion: tagOf(version, outdated) };
}

export async function orderItems(
  context: ProjectContext,
  input: InputOf<typeof declared.reorderDocTree>,
): Promise<void> {
  const version = await lockEditable(context, input);
  const { db } = context;
  const place = rowsOf(version);
  const { parentFolderPublicId: parentId, itemPublicIds: ids } = input;
  await findParent(context, place, parentId);
  await checkTag(context, version, input.ifMatch);
  const present = await selectChildren(db, place, parentId);
  checkOrder(
    present.map(({ id }) => id),
    ids,
  );
  await placeNodes(db, place, parentId, ids);
  await touchTree(db, version);
  context.emit("doc_tree.reordered", {
    subject: subjectOf(version),
    data: { docId: version.documentationId, parentFolderPublicId: parentId, order: ids },
  });
}

/** Moves an item into a folder, or within its folder. */
export async function moveItem(
  context: ProjectContext,
  input: InputOf<typeof declared.moveDocItem>,
): Promise<void> {
  const version = await lockEditable(context, input);
  const { db } = context;
  const place = rowsOf(version);
  const { itemPublicId: id, parentFolderPublicId: parentId } = input;
  const node = await selectNode(db, place, id);
  if (node === undefined) throw notFound("The item");
  await findParent(context, place, parentId);
  const nodes = await selectPathNodes(db, place);
  if (parentId !== null && within(nodes, id).has(parentId))
    throw new Problem("TREE_CYCLE", `${node.title} cannot be moved into itself.`);
  if (parentId !== null && node.isSection) throw sectionMustBeRoot();
  const siblings = (await selectChildren(db, place, parentId)).filter((item) => item.id !== id);
  if (siblings.some(({ slug }) => slug === node.slug)) throw slugTaken(node.slug);
  const order = siblings.map((item) => item.id);
  order.splice(input.position ?? order.length, 0, id);
  if (parentId !== node.parentId) await keepAddresses(context, place, id);
  await placeNodes(db, place, parentId, order);
  await touchTree(db, version);
  context.emit("doc_tree.moved", {
    subject: subjectOf(version),
    data: { docId: version.documentationId, itemPublicId: id, parentFolderPublicId: parentId },
  });
}

/**
 * Stores redirects from the present addresses of an item and its descendants, before they change.
 */
export async function keepAddresses(
  { db }: ProjectContext,
  place: Place,
  id: string,
): Promise<void> {
  const nodes = await selectPathNodes(db, place);
  const paths = pathsOf(nodes);
  const ids = [...within(nodes, id)];
  await insertRedirects(
    db,
    place,
    ids.map((nodeId) => ({ nodeId, fromPath: paths.get(nodeId) ?? "" })),
  );
}

/** @throws Problem NOT_FOUND if the parent is not a folder of the version. */
export async function findParent(
  { db }: ProjectContext,
  place: Place,
  parentId: string | null,
): Promise<StoredNode | null> {
  if (parentId === null) return null;
  const parent = await selectNode(db, place, parentId);
  if (parent?.type !== "folder") throw notFound("The parent folder");
  return parent;
}

export function sectionMustBeRoot(): Problem {
  return new Problem("SECTION_MUST_BE_ROOT", "A section of the portal's header is at the root.");
}

export function rowsOf({ organizationId, id }: StoredVersion): Place {
  return { organizationId, versionId: id };
}

/** @throws Problem PRECONDITION_FAILED if the tree has changed since it was read. */
export async function checkTag(
  context: ProjectContext,
  version: StoredVersion,
  ifMatch: string | undefined,
): Promise<void> {
  if (ifMatch === undefined) return;
  if (!matchesTag(ifMatch, await tagVersion(context, version)))
    throw new Problem("PRECONDITION_FAILED", "The tree has changed since it was read.");
}

function tagOf({ treeVersion }: StoredVersion, outdated: readonly string[]): string {
  const own = encodeRowVersion(treeVersion);
  if (outdated.length === 0) return `"${own}"`;
  const digest = createHash("sha256").update(outdated.join()).digest("base64url").slice(0, 8);
  return `"${own}-${digest}"`;
}

function nest(rows: readonly TreeRow[], outdated: ReadonlySet<string>): DocTreeItem[] {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  const itemsOf = (parentId: string | null): DocTreeItem[] =>
    (byParent.get(parentId) ?? []).map((row, position) => ({
      id: row.id,
      type: row.type as DocTreeItem["type"],
      position,
      page: row.type === "page" ? toPage(row) : null,
      folder: row.type === "folder" ? toFolder(row, itemsOf(row.id)) : null,
      specSnapshot: row.type === "specSnapshot" ? toSnapshot(row, outdated.has(row.id)) : null,
    }));
  return itemsOf(null);
}

function toPage({ id, title, slug, icon, modifiedAt, isEmpty }: TreeRow): DocTreeItem["page"] {
  return { id, title, slug, icon, modifiedAt: modifiedAt.toISOString(), isEmpty };
}

function toFolder(row: TreeRow, children: DocTreeItem[]): DocTreeItem["folder"] {
  const { id, title: name, slug, icon, isSection, description } = row;
  const rowVersion = encodeRowVersion(row.rowVersion);
  return { id, name, slug, icon, isSection, description, children, rowVersion };
}

function toSnapshot(
  { id, snapshot }: TreeRow,
  hasNewerVersion: boolean,
): DocTreeItem["specSnapshot"] {
  if (snapshot === null) return null;
  const { specId, specName, versionNumber, endpointCount } = snapshot;
  return { id, specId, specName, versionNumber, endpointCount, hasNewerVersion };
}
