import type { DocTreeItem } from "@lintel/contract/shapes/docs";

/** A line of the tree of pages as it is shown. */
export interface DocLine {
  readonly id: string;
  readonly depth: number;
  readonly item: DocTreeItem;
  /** null: the root */
  readonly parentId: string | null;
  /** Whether what is in a folder is shown. */
  readonly isOpen?: boolean;
}

export function nameItem({ page, folder, specSnapshot }: DocTreeItem): string {
  return page?.title ?? folder?.name ?? specSnapshot?.specName ?? "";
}

/** What is shown behind the name; null: nothing. */
export function markItem({ page, folder, specSnapshot }: DocTreeItem): string | null {
  if (folder?.isSection === true) return "Section";
  if (page?.isEmpty === true) return "Empty";
  if (specSnapshot === null) return null;
  return specSnapshot.hasNewerVersion ? "Outdated" : specSnapshot.versionNumber;
}

/**
 * The lines of a tree, in order.
 *
 * @param closed - folders whose content is hidden
 */
export function listDocLines(
  items: readonly DocTreeItem[],
  closed: ReadonlySet<string>,
  depth = 0,
  parentId: string | null = null,
): DocLine[] {
  return sorted(items).flatMap((item): DocLine[] => {
    const { id, folder } = item;
    if (folder === null) return [{ id, depth, item, parentId }];
    const isOpen = !closed.has(id);
    const below = isOpen ? listDocLines(folder.children, closed, depth + 1, id) : [];
    return [{ id, depth, item, parentId, isOpen }, ...below];
  });
}

/** Items whose name or slug contains all words, without the folders around them. */
export function filterDocLines(items: readonly DocTreeItem[], text: string): DocLine[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return listDocLines(items, new Set())
    .filter(({ item }) => item.folder === null)
    .filter(({ item }) => {
      const own = `${nameItem(item)} ${item.page?.slug ?? ""}`.toLowerCase();
      return words.every((word) => own.includes(word));
    })
    .map((line) => ({ ...line, depth: 0 }));
}

/** The items of a folder in order; null: of the root. */
export function childrenOf(
  items: readonly DocTreeItem[],
  parentId: string | null,
): readonly DocTreeItem[] {
  if (parentId === null) return sorted(items);
  for (const { id, folder } of items) {
    if (folder === null) continue;
    if (id === parentId) return sorted(folder.children);
    const found = childrenOf(folder.children, parentId);
    if (found.length > 0) return found;
  }
  return [];
}

/** An item with its address below the version. */
export interface PlacedItem {
  readonly item: DocTreeItem;
  readonly path: string;
}

export function placeItems(items: readonly DocTreeItem[], above = ""): PlacedItem[] {
  return sorted(items).flatMap((item) => {
    const slug = item.page?.slug ?? item.folder?.slug ?? "";
    const path = above === "" ? slug : `${above}/${slug}`;
    const own = { item, path };
    return item.folder === null ? [own] : [own, ...placeItems(item.folder.children, path)];
  });
}

/** The ids in a new order: one of them before the one above, or behind the one below; null if there is none. */
export function stepItem(ids: readonly string[], id: string, step: -1 | 1): string[] | null {
  const at = ids.indexOf(id);
  const to = at + step;
  const other = ids[to];
  if (at < 0 || other === undefined) return null;
  return ids.map((each, index) => (index === at ? other : index === to ? id : each));
}

function sorted(items: readonly DocTreeItem[]): DocTreeItem[] {
  return [...items].sort((left, right) => left.position - right.position);
}
