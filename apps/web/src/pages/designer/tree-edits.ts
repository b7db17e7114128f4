import type { TreeEndpoint, VersionTree } from "../../design/version-tree.ts";

/**
 * Puts endpoints in a folder, before another one of it (null: as the last).
 *
 * @returns the tree, and all endpoints of the folder in their new order
 */
export function placeEndpoints(
  tree: VersionTree,
  ids: readonly string[],
  folderId: string | null,
  before: string | null,
): { readonly tree: VersionTree; readonly order: string[] } {
  const moved = new Set(ids);
  const stay = tree.endpoints
    .filter((each) => each.folderId === folderId && !moved.has(each.id))
    .sort(byPosition)
    .map(({ id }) => id);
  const at = before === null ? stay.length : Math.max(0, stay.indexOf(before));
  const order = [...stay.slice(0, at), ...ids, ...stay.slice(at)];
  const positions = new Map(order.map((id, position) => [id, position]));
  const endpoints = tree.endpoints.map((each) => {
    const position = positions.get(each.id);
    return position === undefined ? each : { ...each, folderId, position };
  });
  return { tree: { ...tree, endpoints }, order };
}

const byPosition = (left: TreeEndpoint, right: TreeEndpoint) => left.position - right.position;

export function withoutEndpoints(tree: VersionTree, ids: readonly string[]): VersionTree {
  const gone = new Set(ids);
  return { ...tree, endpoints: tree.endpoints.filter(({ id }) => !gone.has(id)) };
}
