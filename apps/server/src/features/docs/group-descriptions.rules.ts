import type { FolderRow } from "../../domain/design/design.types.ts";

/**
 * What introduces the groups of an API reference: a folder describes the group of its name, wherever it stands in the
 * tree. Of several folders of one name the first that says something does, one nearer to the root before others.
 */
export function describeGroups(folders: readonly FolderRow[]): Map<string, string> {
  const sorted = folders.toSorted((left, right) => left.position - right.position);
  const childrenOf = Map.groupBy(sorted, ({ parentId }) => parentId);
  const descriptions = new Map<string, string>();
  let level = childrenOf.get(null) ?? [];
  while (level.length > 0) {
    for (const { name, description } of level) {
      if (description === null || description.trim() === "" || descriptions.has(name)) continue;
      descriptions.set(name, description);
    }
    level = level.flatMap(({ id }) => childrenOf.get(id) ?? []);
  }
  return descriptions;
}
