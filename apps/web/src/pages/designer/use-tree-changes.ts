import { useQueryClient } from "@tanstack/react-query";
import type { Input } from "../../api/api.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { offerUndo } from "../../parts/offer-undo.ts";
import { showToast } from "../../parts/toast.tsx";
import { placeEndpoints, withoutEndpoints } from "./tree-edits.ts";
import type { VersionTree } from "../../design/version-tree.ts";
import { useVersionPlace } from "../../design/use-version.ts";

/** Changes of the tree: shown at once, and taken back with the reason if the server refuses them. */
export function useTreeChanges() {
  const api = useApi();
  const client = useQueryClient();
  const { place } = useVersionPlace();
  const { projectId, specId } = place;
  const { queryKey } = api.query("getVersionTree", place);
  const refresh = () => client.invalidateQueries({ queryKey });
  const change = async (edit: (tree: VersionTree) => VersionTree, work: () => Promise<void>) => {
    const before = client.getQueryData(queryKey);
    if (before !== undefined) client.setQueryData(queryKey, edit(before));
    try {
      await work();
    } catch (error) {
      if (before !== undefined) client.setQueryData(queryKey, before);
      showToast(`Not changed: ${describeError(error)}`);
    }
    await refresh();
  };
  const bulk = (
    action: Input<"bulkUpdateEndpoints">["action"],
    ids: readonly string[],
    folderId: string | null,
  ) =>
    api.call("bulkUpdateEndpoints", {
      projectId,
      specId,
      action,
      endpointIds: ids.join(","),
      ...(folderId === null ? {} : { folderId }),
    });
  return {
    refresh,
    /** Puts endpoints in a folder (null: the root), before another one of it (null: as the last). */
    async move(
      ids: readonly string[],
      folderId: string | null,
      before: string | null,
    ): Promise<void> {
      await change(
        (tree) => placeEndpoints(tree, ids, folderId, before).tree,
        async () => {
          const tree = client.getQueryData(queryKey);
          if (tree === undefined) return;
          const { order } = placeEndpoints(tree, ids, folderId, before);
          await bulk("move", ids, folderId);
          if (before !== null) await bulk("reorder", order, null);
        },
      );
    },
    async moveFolder(folderId: string, parentFolderId: string | null): Promise<void> {
      const edit = (tree: VersionTree): VersionTree => ({
        ...tree,
        folders: tree.folders.map((each) =>
          each.id === folderId ? { ...each, parentFolderId } : each,
        ),
      });
      await change(edit, async () => {
        await api.call("moveFolder", { ...place, folderId, parentFolderId });
      });
    },
    /** They can be restored for 30 s from the message. */
    async remove(ids: readonly string[]): Promise<void> {
      const restore = async () => {
        for (const endpointId of ids) await api.call("restoreEndpoint", { ...place, endpointId });
        await refresh();
      };
      await change(
        (tree) => withoutEndpoints(tree, ids),
        async () => {
          await bulk("delete", ids, null);
          const count = ids.length === 1 ? "1 endpoint" : `${ids.length} endpoints`;
          offerUndo(`${count} deleted`, restore);
        },
      );
    },
  };
}
