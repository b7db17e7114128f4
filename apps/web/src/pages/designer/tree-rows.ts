import type { TreeEndpoint, TreeFolder, VersionTree } from "../../design/version-tree.ts";

/** A line of the tree as it is shown. */
export type TreeRow =
  | {
      readonly kind: "folder";
      readonly id: string;
      readonly depth: number;
      readonly folder: TreeFolder;
      readonly isOpen: boolean;
      readonly count: number;
    }
  | {
      readonly kind: "endpoint";
      readonly id: string;
      readonly depth: number;
      readonly endpoint: TreeEndpoint;
    };

/**
 * The lines of a tree, in order: the folders of each level before its endpoints.
 *
 * @param closed - folders whose content is hidden
 */
export function listRows(
  { folders, endpoints }: VersionTree,
  closed: ReadonlySet<string>,
): TreeRow[] {
  const foldersIn = groupBy(folders, ({ parentFolderId }) => parentFolderId);
  const endpointsIn = groupBy(endpoints, ({ folderId }) => folderId);
  const counts = countBelow(folders, foldersIn);
  const rows: TreeRow[] = [];
  const visit = (parent: string | null, depth: number): void => {
    for (const folder of foldersIn.get(parent) ?? []) {
      const isOpen = !closed.has(folder.id);
      rows.push({
        kind: "folder",
        id: folder.id,
        depth,
        folder,
        isOpen,
        count: counts.get(folder.id) ?? 0,
      });
      if (isOpen) visit(folder.id, depth + 1);
    }
    for (const endpoint of endpointsIn.get(parent) ?? [])
      rows.push({ kind: "endpoint", id: endpoint.id, depth, endpoint });
  };
  visit(null, 0);
  return rows;
}

/** Endpoints that contain all words: of the method, the path, the name and the tags. */
export function filterRows({ endpoints }: VersionTree, text: string): TreeRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return endpoints
    .filter((endpoint) => {
      const own = searched(endpoint);
      return words.every((word) => own.includes(word));
    })
    .map((endpoint) => ({ kind: "endpoint", id: endpoint.id, depth: 0, endpoint }));
}

const searchedTexts = new WeakMap<TreeEndpoint, string>();

function searched(endpoint: TreeEndpoint): string {
  const known = searchedTexts.get(endpoint);
  if (known !== undefined) return known;
  const { method, path, name, tags } = endpoint;
  const text =
    `${method} ${path} ${name ?? ""} ${tags.map((tag) => `#${tag}`).join(" ")}`.toLowerCase();
  searchedTexts.set(endpoint, text);
  return text;
}

function groupBy<One extends { readonly position: number }>(
  all: readonly One[],
  keyOf: (one: One) => string | null,
): Map<string | null, One[]> {
  const groups = new Map<string | null, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  for (const group of groups.values()) group.sort((left, right) => left.position - right.position);
  return groups;
}

/** How many endpoints are in each folder and in those below it. */
function countBelow(
  folders: readonly TreeFolder[],
  foldersIn: ReadonlyMap<string | null, readonly TreeFolder[]>,
): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (folder: TreeFolder): number => {
    const below = (foldersIn.get(folder.id) ?? []).reduce((sum, each) => sum + count(each), 0);
    counts.set(folder.id, below + folder.endpointCount);
    return below + folder.endpointCount;
  };
  for (const folder of folders) if (folder.parentFolderId === null) count(folder);
  return counts;
}
