import type { Selectable } from "kysely";
import type { DocNodeRow } from "./docs.tables.ts";

/** A version of a documentation. */
export interface Place {
  readonly organizationId: string;
  readonly versionId: string;
}

/** The fields of an item that form its address. */
export type PathNode = Pick<Selectable<DocNodeRow>, "id" | "type" | "parentId" | "slug">;

/** The address of every item below the version's own, such as `guide/install`. */
export function pathsOf(nodes: readonly PathNode[]): Map<string, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const paths = new Map<string, string>();
  const pathOf = (node: PathNode): string => {
    const known = paths.get(node.id);
    if (known !== undefined) return known;
    const parent = node.parentId === null ? undefined : byId.get(node.parentId);
    const path = parent === undefined ? node.slug : `${pathOf(parent)}/${node.slug}`;
    paths.set(node.id, path);
    return path;
  };
  for (const node of nodes) pathOf(node);
  return paths;
}

/** The item and its descendants. */
export function within(nodes: readonly PathNode[], id: string): Set<string> {
  const children = Map.groupBy(nodes, ({ parentId }) => parentId);
  const found = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(children.get(next) ?? []).map((child) => child.id));
  }
  return found;
}
