import type { FolderRow } from "../../domain/design/design.types.ts";

/**
 * The descriptions of the groups of an API reference. A folder anywhere in the tree describes the
 * group of its name. Of several folders with one name, the one nearest to the root that has a
 * description counts.
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
