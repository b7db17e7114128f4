import type { FileNode } from "./doc-files.store.ts";
import type { NodeRow, PageRow } from "./doc-sync.store.ts";
import { pathsOf } from "../../domain/docs/node-paths.ts";
import { folderFileName } from "./file-names.rules.ts";
import { sortItems } from "./item-order.rules.ts";
import { chooseSlugs } from "./sync-slugs.rules.ts";
import type { Target, TargetItem } from "./sync-target.ts";
import type { PageFile } from "./page-file.rules.ts";

/** The rows of pages and folders to write. */
export interface SyncRows {
  readonly insertedNodes: readonly NodeRow[];
  readonly updatedNodes: readonly NodeRow[];
  readonly insertedPages: readonly PageRow[];
  readonly updatedPages: readonly PageRow[];
  readonly deletedIds: readonly string[];
  /** The ids of folders by their paths. */
  readonly folderIds: ReadonlyMap<string, string>;
  readonly redirects: readonly { readonly fromPath: string; readonly nodeId: string }[];
}

/** The rows of a target, and those among them that have to be written. */
export function buildRows(
  target: Target,
  present: readonly FileNode[],
  newId: () => string,
): SyncRows {
  const ids = new Map(target.items.map(({ path, node }) => [path, node?.id ?? newId()]));
  const kept = new Set(target.items.flatMap(({ node }) => node?.id ?? []));
  const others = findOthers(present, kept);
  const othersByParent = Map.groupBy(others, ({ parentId }) => parentId);
  const rows: Placed[] = [];
  const place = (path: string | null, id: string | null, items: readonly TargetItem[]) => {
    const extra = othersByParent.get(id) ?? [];
    const slugs = chooseSlugs(items, path === null, new Set(extra.map(({ slug }) => slug)));
    const sorted = sortItems(items.map(orderedOf), target.listed.get(path ?? "") ?? []);
    const wanted: Wanted[] = sorted.map(({ item }) => ({
      node: item.node,
      row: rowOf(item, ids.get(item.path) ?? "", id, slugs.get(item.path) ?? ""),
      item,
    }));
    for (const node of extra) {
      const at = present.filter(({ parentId }) => parentId === id).indexOf(node);
      wanted.splice(Math.min(at, wanted.length), 0, { node, row: toRow(node), item: null });
    }
    rows.push(...placeRows(wanted));
  };
  const byParent = Map.groupBy(target.items, ({ parentPath }) => parentPath);
  place(null, null, byParent.get(null) ?? []);
  for (const { type, path } of target.items)
    if (type === "folder") place(path, ids.get(path) ?? null, byParent.get(path) ?? []);
  return {
    insertedNodes: rows.filter(({ node }) => node === null).map(({ row }) => row),
    updatedNodes: rows.flatMap(({ node, row, item }) => compareRow(node, row, item)),
    ...pagesOf(rows),
    deletedIds: present
      .filter((node) => !kept.has(node.id) && !others.includes(node))
      .map(({ id }) => id),
    folderIds: ids,
    redirects: findRedirects(present, rows),
  };
}

interface Wanted {
  readonly node: FileNode | null;
  readonly row: NodeRow;
  readonly item: TargetItem | null;
}
type Placed = Wanted;

/** API references are not files: they stay, with the folders that contain them. */
function findOthers(present: readonly FileNode[], kept: ReadonlySet<string>): FileNode[] {
  const byId = new Map(present.map((node) => [node.id, node]));
  const found = new Set<FileNode>();
  for (const snapshot of present.filter(({ type }) => type === "specSnapshot")) {
    // A reference that a folder's file declares is deleted with that folder.
    if (snapshot.fileName === folderFileName) {
      if (snapshot.parentId === null || kept.has(snapshot.parentId)) found.add(snapshot);
      continue;
    }
    let node: FileNode | undefined = snapshot;
    while (node !== undefined && !kept.has(node.id)) {
      found.add(node);
      node = node.parentId === null ? undefined : byId.get(node.parentId);
    }
  }
  return present.filter((node) => found.has(node));
}

const orderedOf = (item: TargetItem) => ({
  name: item.name,
  order: item.said === null ? (item.node?.fileOrder ?? null) : item.said.order,
  item,
});

function rowOf(item: TargetItem, id: string, parentId: string | null, slug: string): NodeRow {
  const { said, node, type, name: fileName, folderFile } = item;
  const place = { id, type, parentId, position: node?.position ?? 0, slug, fileName, folderFile };
  const isSaid = false;
  if (said === null && node !== null) return { ...toRow(node), ...place, isSaid };
  return {
    ...place,
    title: said?.title ?? "",
    icon: said?.icon ?? null,
    description: said?.description ?? null,
    isSection: said !== null && "isSection" in said && said.isSection,
    fileOrder: said?.order ?? null,
    isSaid,
  };
}

function toRow(node: FileNode): NodeRow {
  // The fields of a node that describe its lock and its text are not part of the row.
  const { digest: _, lockExpiresAt: __, lockedSince: ___, lockedByName: ____, ...row } = node;
  return { ...row, isSaid: false };
}

/** A position is written only if the order changes. */
function placeRows(wanted: readonly Wanted[]): Placed[] {
  let last = -1;
  return wanted.map(({ node, row, item }) => {
    const stays = node !== null && node.parentId === row.parentId && node.position > last;
    last = stays ? node.position : last + 1;
    return { node, row: { ...row, position: last }, item };
  });
}

const saidKeys = ["slug", "title", "icon", "description", "isSection", "folderFile"] as const;
const placeKeys = ["parentId", "position", "fileName", "fileOrder"] as const;

function compareRow(node: FileNode | null, row: NodeRow, item: TargetItem | null): NodeRow[] {
  if (node === null) return [];
  const isSaid =
    saidKeys.some((key) => node[key] !== row[key]) ||
    (item?.type === "page" && item.digest !== node.digest);
  if (!isSaid && placeKeys.every((key) => node[key] === row[key])) return [];
  return [{ ...row, isSaid }];
}

function pagesOf(rows: readonly Placed[]): Pick<SyncRows, "insertedPages" | "updatedPages"> {
  const insertedPages: PageRow[] = [];
  const updatedPages: PageRow[] = [];
  for (const { node, row, item } of rows) {
    if (item?.type !== "page" || item.said === null) continue;
    const { head, body } = item.said as PageFile;
    const page: PageRow = {
      id: row.id,
      parentId: row.parentId,
      frontMatter: head === "" ? null : head,
      content: body,
      digest: item.digest ?? "",
      title: row.title,
    };
    if (node === null) insertedPages.push(page);
    else if (node.digest !== page.digest || node.title !== page.title) updatedPages.push(page);
  }
  return { insertedPages, updatedPages };
}

/** Old addresses of items that moved. */
function findRedirects(
  present: readonly FileNode[],
  rows: readonly Placed[],
): SyncRows["redirects"] {
  const before = pathsOf(present);
  const after = pathsOf(rows.map(({ row }) => row));
  return Array.from(after).flatMap(([nodeId, address]) => {
    const fromPath = before.get(nodeId);
    return fromPath === undefined || fromPath === address ? [] : [{ fromPath, nodeId }];
  });
}
