import type { SiteNode } from "./site.types.ts";

/** An item of a version with its address for readers. */
export interface PlacedNode extends SiteNode {
  /** The path below the version, such as `guide/install`. */
  readonly path: string;
  readonly parent: PlacedNode | null;
  readonly children: readonly PlacedNode[];
}

/** The navigation tree of a version. */
export interface SiteTree {
  readonly roots: readonly PlacedNode[];
  readonly byPath: ReadonlyMap<string, PlacedNode>;
  readonly byId: ReadonlyMap<string, PlacedNode>;
  /** Every page and reference in reading order. */
  readonly pages: readonly PlacedNode[];
}

/** @param rows - in the order of siblings */
export function buildTree(rows: readonly SiteNode[]): SiteTree {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  const byPath = new Map<string, PlacedNode>();
  const byId = new Map<string, PlacedNode>();
  const pages: PlacedNode[] = [];
  const place = (row: SiteNode, parent: PlacedNode | null): PlacedNode => {
    const children: PlacedNode[] = [];
    const path = parent === null ? row.slug : `${parent.path}/${row.slug}`;
    const node: PlacedNode = { ...row, path, parent, children };
    byPath.set(path, node);
    byId.set(row.id, node);
    if (row.type !== "folder") pages.push(node);
    for (const child of byParent.get(row.id) ?? []) children.push(place(child, node));
    return node;
  };
  const roots = (byParent.get(null) ?? []).map((row) => place(row, null));
  return { roots, byPath, byId, pages };
}

/** The first page of an item: for a folder, the first page in it. */
export function firstPage(nodes: readonly PlacedNode[]): PlacedNode | null {
  for (const node of nodes) {
    const found = node.type === "folder" ? firstPage(node.children) : node;
    if (found !== null) return found;
  }
  return null;
}

/** The section of a page, or null. */
export function sectionOf(node: PlacedNode): PlacedNode | null {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return root.isSection ? root : null;
}

/**
 * The items of the sidebar next to a page: those of its section, or all items without a section.
 */
export function listSidebarItems(tree: SiteTree, node: PlacedNode | null): readonly PlacedNode[] {
  const section = node === null ? null : sectionOf(node);
  return section?.children ?? tree.roots.filter(({ isSection }) => !isSection);
}

/** The pages before and after one, in the same section. */
export function neighbours(
  tree: SiteTree,
  node: PlacedNode,
): { readonly previous: PlacedNode | null; readonly next: PlacedNode | null } {
  const section = sectionOf(node);
  const pages = tree.pages.filter((page) => sectionOf(page) === section);
  const at = pages.indexOf(node);
  return { previous: pages[at - 1] ?? null, next: pages[at + 1] ?? null };
}
