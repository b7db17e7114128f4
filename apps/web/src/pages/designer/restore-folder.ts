import type { Api, Item } from "../../api/api.ts";
import type { useVersionPlace } from "../../design/use-version.ts";
import type { VersionTree } from "../../design/version-tree.ts";

/**
 * Makes a deleted folder again, at its position, and puts back what was in it.
 *
 * @param tree - as it was before the deletion
 */
export async function restoreFolder(
  api: Api,
  place: ReturnType<typeof useVersionPlace>["place"],
  folder: Item<"listFolders">,
  tree: VersionTree,
): Promise<void> {
  const { name, description, parentFolderId, position } = folder;
  const made = await api.call("createFolder", { ...place, name, description, parentFolderId });
  const folderId = made.id;
  await api.call("moveFolder", { ...place, folderId, parentFolderId, position });
  const inOrder = <One extends { readonly position: number }>(all: readonly One[]) =>
    all.toSorted((left, right) => left.position - right.position);
  for (const { id } of inOrder(tree.folders.filter((each) => each.parentFolderId === folder.id)))
    await api.call("moveFolder", { ...place, folderId: id, parentFolderId: folderId });
  const endpoints = inOrder(tree.endpoints.filter((each) => each.folderId === folder.id));
  if (endpoints.length === 0) return;
  const { projectId, specId } = place;
  const endpointIds = endpoints.map(({ id }) => id).join(",");
  await api.call("bulkUpdateEndpoints", {
    projectId,
    specId,
    action: "move",
    endpointIds,
    folderId,
  });
}
